import { plural, t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { dateTimeLabel } from '../../../shared/format/format.ts';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import { receiptText } from './deletion-rules.ts';
import { DeletionProgressDocument } from './deletion.generated.ts';
import { DemoResult } from '../demo/demo-result.tsx';
import { DemoBatchUsersDocument } from '../demo/demo-tab.generated.ts';
import { failureText } from '../failures.ts';
import { accountText } from '../account-name.tsx';
import { useOperator } from '../operator.tsx';
import { RunProgress } from './run-progress.tsx';
import { AdminRunsDocument, type AdminRunsQuery } from './runs.generated.ts';
import { useAttempts } from '../use-attempts.ts';
import { usePolled } from '../use-polled.ts';

type Run = AdminRunsQuery['adminRuns'][number];

const quietMs = 15_000;
const busyMs = 2_000;

function operatorLabel({ operator, operatorAccount, isMine }: Run): string {
  if (operator === 'key') return isMine ? t`you, with the admin key` : t`someone with the admin key`;
  return isMine ? t`you` : accountText(operator, operatorAccount);
}

const texts: Record<Run['kind'], Record<Run['state'], (run: Run) => string>> = {
  DELETION: {
    RUNNING: ({ done, users }) => t`Deleting: ${done} of ${users}`,
    COMPLETED: ({ users }) =>
      t`The deletion of ${plural(users, { one: '# user', other: '# users' })} has ended`,
    FAILED: ({ users }) => t`The deletion of ${plural(users, { one: '# user', other: '# users' })} failed`,
  },
  DEMO_USERS: {
    RUNNING: ({ done, users }) => t`Creating demo users: ${done} of ${users}`,
    COMPLETED: ({ users }) => t`${plural(users, { one: '# demo user', other: '# demo users' })} created`,
    FAILED: ({ users }) =>
      t`Creating ${plural(users, { one: '# demo user', other: '# demo users' })} failed; some may exist`,
  },
};

/** Reads the outcome of a run on demand. */
function useOutcome<Outcome>(read: () => Promise<Outcome>) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { attempt, failure, isBusy } = useAttempts();
  const fetchOutcome = async (): Promise<void> => {
    const fetched = await attempt(read, (error) => ({
      text: failureText(t`Failed to load the run`, error),
      again: fetchOutcome,
    }));
    if (fetched) setOutcome(fetched);
  };
  return { outcome, failure, isBusy, fetchOutcome };
}

interface OutcomeButtonProps extends Pick<
  ReturnType<typeof useOutcome>,
  'failure' | 'isBusy' | 'fetchOutcome'
> {
  label: string;
}

function OutcomeButton({ label, failure, isBusy, fetchOutcome }: OutcomeButtonProps) {
  if (failure?.again) return <RetryAlert text={failure.text} onRetry={failure.again} sx={{ mt: 1 }} />;
  return (
    <Button
      size="small"
      variant="outlined"
      loading={isBusy}
      onClick={() => void fetchOutcome()}
      sx={{ mt: 1 }}
    >
      {label}
    </Button>
  );
}

function Receipt({ id }: { id: string }) {
  const client = useApolloClient();
  const { context } = useOperator();
  const { outcome, ...request } = useOutcome(async () => {
    const options = { query: DeletionProgressDocument, variables: { id }, context } as const;
    return (await client.query({ ...options, fetchPolicy: 'no-cache' })).data.adminDeletion;
  });
  if (!outcome) return <OutcomeButton label={t`Show receipt`} {...request} />;
  return (
    <Alert severity="info" role="status" sx={{ mt: 1 }}>
      {receiptText(outcome)}
    </Alert>
  );
}

function MadeUsers({ id }: { id: string }) {
  const client = useApolloClient();
  const { context } = useOperator();
  const { outcome, ...request } = useOutcome(async () => {
    const options = { query: DemoBatchUsersDocument, variables: { id }, context } as const;
    return (await client.query({ ...options, fetchPolicy: 'no-cache' })).data.adminDemoBatch.users;
  });
  if (!outcome) return <OutcomeButton label={t`Show names and passwords`} {...request} />;
  return (
    <Box sx={{ mt: 1.5 }}>
      <DemoResult users={outcome} />
    </Box>
  );
}

function RunRow({ run, pollFailed }: { run: Run; pollFailed: boolean }) {
  const { id, kind, state, isMine, requestedAt, users, done } = run;
  const text = texts[kind][state](run);
  return (
    <Box component="li" sx={{ py: 1.5, borderTop: '1px solid', borderColor: 'divider' }}>
      {state === 'RUNNING' ? (
        <RunProgress text={text} done={done} of={users} pollFailed={pollFailed} />
      ) : (
        <Typography sx={{ fontWeight: 600 }}>{text}</Typography>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t`Started ${dateTimeLabel(requestedAt)} by ${operatorLabel(run)}`}
      </Typography>
      {kind === 'DELETION' && state !== 'RUNNING' && <Receipt id={id} />}
      {kind === 'DEMO_USERS' && state === 'COMPLETED' && isMine && <MadeUsers id={id} />}
    </Box>
  );
}

/** Running and recently ended deletions and demo batches of all operators. Renders nothing without any. */
export function Runs() {
  const client = useApolloClient();
  const { context } = useOperator();
  const [everyMs, setEveryMs] = useState(quietMs);
  const read = useCallback(async () => {
    const { data } = await client.query({ query: AdminRunsDocument, context, fetchPolicy: 'no-cache' });
    setEveryMs(data.adminRuns.some(({ state }) => state === 'RUNNING') ? busyMs : quietMs);
    return data.adminRuns;
  }, [client, context]);
  const { value: runs, error, refresh } = usePolled(read, everyMs);
  if (!runs && error !== null)
    return (
      <RetryAlert text={failureText(t`Failed to load the runs`, error)} onRetry={refresh} sx={{ mt: 4 }} />
    );
  if (!runs || runs.length === 0) return null;
  return (
    <Box sx={{ mt: 4 }}>
      <Panel
        title={t`In progress`}
        note={t`Deletions and demo users of all operators, until 15 minutes after they end.`}
      >
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} pollFailed={error !== null} />
          ))}
        </Box>
      </Panel>
    </Box>
  );
}
