import { t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCallback, useState } from 'react';
import { hasNoResponse } from '../../../shared/apollo/errors.ts';
import { useCreationKey } from '../../../shared/apollo/use-creation-key.ts';
import { FormAlert } from '../../../shared/account/form-alert.tsx';
import { useForm } from '../../../shared/hooks/use-form.ts';
import { FormField, SelectField } from '../../../shared/ui/fields.tsx';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import { DemoResult } from './demo-result.tsx';
import { demoDefaults, demoErrors, demoInput, type DemoValues } from './demo-rules.ts';
import {
  CreateDemoUsersDocument,
  DemoBatchProgressDocument,
  DemoBatchUsersDocument,
  type DemoBatchPartsFragment,
  type DemoBatchUsersQuery,
} from './demo-tab.generated.ts';
import { failureText } from '../failures.ts';
import { useOperator } from '../operator.tsx';
import { RunProgress } from '../deletion/run-progress.tsx';
import { useAttempts, type Failure } from '../use-attempts.ts';
import { useRun } from '../deletion/use-run.ts';

type DemoUsers = DemoBatchUsersQuery['adminDemoBatch']['users'];

const yesNo = () => [
  { value: 'no', label: t`No` },
  { value: 'yes', label: t`Yes` },
];
const deckChoices = ['0', '1', '2', '3'].map((count) => ({
  value: count,
  label: count === '0' ? t`None` : count,
}));

/** Calls that begin a batch, poll its progress and read its users. */
function useBatchCalls() {
  const client = useApolloClient();
  const { context } = useOperator();
  const { contextFor, made } = useCreationKey();
  const fetchProgress = useCallback(
    async (id: string) => {
      const how = { query: DemoBatchProgressDocument, variables: { id }, context } as const;
      return (await client.query({ ...how, fetchPolicy: 'no-cache' })).data.adminDemoBatch;
    },
    [client, context],
  );
  const begin = async (values: DemoValues) => {
    const input = demoInput(values);
    const headers = { ...context.headers, ...contextFor(input).headers };
    const options = {
      mutation: CreateDemoUsersDocument,
      variables: { input },
      context: { headers },
    } as const;
    const { data } = await client.mutate({ ...options, fetchPolicy: 'no-cache' });
    if (!data) throw new Error('No batch was begun');
    made();
    return data.createDemoUsers;
  };
  const read = async (id: string) => {
    const how = { query: DemoBatchUsersDocument, variables: { id }, context } as const;
    return (await client.query({ ...how, fetchPolicy: 'no-cache' })).data.adminDemoBatch.users;
  };
  return { fetchProgress, begin, read };
}

/** Creates a batch, follows it to its end and reads its users. Their passwords are shown only then. */
function useDemoBatch() {
  const calls = useBatchCalls();
  const { attempt, failure, setFailure } = useAttempts();
  const [users, setUsers] = useState<DemoUsers | null>(null);
  const { progress, pollFailed, follow } = useRun<DemoBatchPartsFragment>(calls.fetchProgress);

  const read = async (batch: DemoBatchPartsFragment): Promise<void> => {
    const made = await attempt(
      () => calls.read(batch.id),
      () => ({
        text: t`The demo users were created, but their names and passwords could not be read.`,
        again: () => read(batch),
      }),
    );
    if (made) setUsers(made);
    if (made && batch.state === 'FAILED')
      setFailure({ text: t`Failed to create all demo users. Users lists those created.` });
  };
  const followOn = async (begun: DemoBatchPartsFragment): Promise<void> => {
    const batch = await attempt(
      () => follow(begun),
      (error) => ({
        text: failureText(t`Demo users are being created, but progress is unknown`, error),
        again: () => followOn(begun),
      }),
    );
    if (batch) await read(batch);
  };
  const create = async (values: DemoValues): Promise<void> => {
    setUsers(null);
    const notBegun = (error: unknown): Failure =>
      hasNoResponse(error)
        ? {
            text: t`No response: creation may have started. Try again to see; no user is created twice.`,
            again: () => create(values),
          }
        : { text: failureText(t`Failed to create demo users`, error) };
    const begun = await attempt(() => calls.begin(values), notBegun);
    if (begun) await followOn(begun);
  };
  return { users, failure, progress, pollFailed, create };
}

interface ProgressProps {
  batch: DemoBatchPartsFragment;
  pollFailed: boolean;
}

function Progress({ batch: { count, made, furnished }, pollFailed }: ProgressProps) {
  const isMade = made >= count;
  const text = isMade ? t`Adding data: ${furnished} of ${count}` : t`Creating: ${made} of ${count}`;
  return (
    <Panel
      title={t`Creating demo users`}
      note={t`This continues if you leave the page. Overview shows it, and the passwords until 15 minutes after it ends.`}
    >
      <RunProgress text={text} done={isMade ? furnished : made} of={count} pollFailed={pollFailed} />
    </Panel>
  );
}

interface DemoFormProps {
  error: string | null;
  onCreate: (values: DemoValues) => Promise<void>;
}

function DemoForm({ error, onCreate }: DemoFormProps) {
  const form = useForm<DemoValues>({ initial: demoDefaults, validate: demoErrors, onSubmit: onCreate });
  const number = { htmlInput: { inputMode: 'numeric' } } as const;
  return (
    <Panel>
      <Box component="form" noValidate onSubmit={(event) => void form.submit(event)}>
        <FormAlert message={error} />
        <FormField {...form.field('count')} label={t`Count`} slotProps={number} />
        <FormField {...form.field('prefix')} label={t`Prefix`} />
        <FormField {...form.field('emailDomain')} label={t`Email domain`} />
        <FormField {...form.field('expiresIn')} label={t`Expires in (days)`} slotProps={number} />
        <FormField
          {...form.field('password', t`Leave empty for random passwords.`)}
          label={t`Fixed password`}
          autoComplete="off"
        />
        <SelectField
          {...form.field('starterDecks')}
          label={t`Starter decks each`}
          choices={deckChoices}
          sx={{ mt: 1 }}
        />
        {form.values.starterDecks !== '0' && (
          <SelectField {...form.field('studyHistory')} label={t`With a study history`} choices={yesNo()} />
        )}
        <Button type="submit" variant="contained" fullWidth loading={form.busy}>
          {t`Create demo users`}
        </Button>
      </Box>
    </Panel>
  );
}

export function DemoTab() {
  const { users, failure, progress, pollFailed, create } = useDemoBatch();
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', md: '340px minmax(0, 1fr)' },
      }}
    >
      <DemoForm error={failure && !failure.again ? failure.text : null} onCreate={create} />
      {progress && <Progress batch={progress} pollFailed={pollFailed} />}
      {failure?.again && <RetryAlert text={failure.text} onRetry={failure.again} severity="warning" />}
      {users && <DemoResult users={users} />}
    </Box>
  );
}
