import { plural, t } from '@lingui/core/macro';
import { useApolloClient } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Suspense, useCallback, useState } from 'react';
import { dateTimeLabel } from '../../../shared/format/format.ts';
import { lazyNamed } from '../../../shared/browser/lazy-named.tsx';
import { SelectField } from '../../../shared/ui/fields.tsx';
import { useExistingPage } from '../../../shared/hooks/use-page-in-address.ts';
import { Panel } from '../../../shared/ui/page/page.tsx';
import { Pages } from '../../../shared/ui/page/pages.tsx';
import { accountText } from '../account-name.tsx';
import { RetryAlert } from '../retry-alert.tsx';
import {
  AdminDeadLettersDocument,
  DiscardDeadLetterDocument,
  ReplayDeadLetterDocument,
  ReplayDeadLettersDocument,
  type AdminDeadLettersQuery,
} from './dead-letters.generated.ts';
import { aggregateLabel, eventLabel, serviceLabel } from './event-names.ts';
import { failureText } from '../failures.ts';
import { useOperator } from '../operator.tsx';
import { useAdminChange } from './use-admin-change.ts';
import { usePolled } from '../use-polled.ts';

const ConfirmDialog = lazyNamed(
  () => import('../../../shared/ui/dialog/confirm-dialog.tsx'),
  'ConfirmDialog',
);

type DeadLetter = AdminDeadLettersQuery['adminDeadLetters']['items'][number];
const refreshMs = 60_000;
const kinds = () => [
  { value: 'waiting', label: t`Waiting for a decision` },
  { value: 'discarded', label: t`Discarded` },
];
const reasons = (): Record<string, string> => ({
  poison: t`it is not readable`,
  failed: t`processing failed`,
  parked: t`an earlier event of the same item failed`,
});

function storyOf({
  reader,
  reason,
  error,
  attempts,
  failedAt,
  discardedAt,
  discardedBy,
  discardedByAccount,
}: DeadLetter): string {
  const why = reasons()[reason] ?? reason;
  const story = [
    t`${serviceLabel(reader)} gave up`,
    failedAt !== null && t`on ${dateTimeLabel(failedAt)}`,
    attempts > 1 && t`after ${attempts} attempts`,
  ];
  const aside =
    discardedAt !== null &&
    t`Discarded by ${accountText(discardedBy ?? '', discardedByAccount)} on ${dateTimeLabel(discardedAt)}.`;
  return [`${story.filter(Boolean).join(' ')}: ${why}.`, aside, error].filter(Boolean).join(' ');
}

/** Says where the message was, and under whose name; both are claims of the process that wrote the dead letter. */
function originText(origin: string | null, source: string | null): string {
  if (origin === null) return t`Its origin is unknown.`;
  return source === null
    ? t`Origin: ${origin}.`
    : t`Origin: ${origin}, published by ${serviceLabel(source)}.`;
}

interface DeadLetterProps {
  letter: DeadLetter;
  onReplay: () => void;
  onDiscard: () => void;
}

function DeadLetterRow({ letter, onReplay, onDiscard }: DeadLetterProps) {
  const { type, aggregate, payload, discardedAt, origin, source } = letter;
  return (
    <Box component="li" sx={{ py: 2, borderTop: '1px solid', borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {type === null ? t`Not an event` : eventLabel(type)}
        {aggregate === null ? '' : ` (${aggregateLabel(aggregate)})`}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {storyOf(letter)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {originText(origin, source)}
      </Typography>
      <Box component="details" sx={{ my: 1 }}>
        <Box component="summary" sx={{ cursor: 'pointer', py: 1 }}>
          {t`Message`}
        </Box>
        <Box
          component="pre"
          tabIndex={0}
          sx={{ overflow: 'auto', maxHeight: 320, fontSize: '0.8125rem', m: 0 }}
        >
          {payload ?? t`It was too large to keep.`}
        </Box>
      </Box>
      {discardedAt === null && (
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button variant="soft" size="small" disabled={payload === null} onClick={onReplay}>
            {t`Replay`}
          </Button>
          <Button variant="outlined" size="small" onClick={onDiscard}>
            {t`Discard`}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** Replays or discards the dead letters of one service. */
function useDeadLetters(service: string, onChanged: () => void) {
  const client = useApolloClient();
  const { context } = useOperator();
  const [{ discarded, page }, setPageRequest] = useState({ discarded: false, page: 1 });
  const read = useCallback(async () => {
    const how = {
      query: AdminDeadLettersDocument,
      variables: { service, discarded, page },
      context,
    } as const;
    return (await client.query({ ...how, fetchPolicy: 'no-cache' })).data.adminDeadLetters;
  }, [client, context, service, discarded, page]);
  const { value: letters, error, refresh } = usePolled(read, refreshMs);
  const change = useAdminChange(() => {
    void refresh();
    onChanged();
  });

  const shared = { context, fetchPolicy: 'no-cache' } as const;
  const named = ({ id }: DeadLetter) => ({ variables: { input: { service, id } }, ...shared });
  const replay = (letter: DeadLetter) =>
    change(async () => {
      await client.mutate({ mutation: ReplayDeadLetterDocument, ...named(letter) });
      return t`The event was sent again.`;
    });
  const replayAll = () =>
    change(async () => {
      const how = { mutation: ReplayDeadLettersDocument, variables: { input: { service } }, ...shared };
      const replayed = (await client.mutate(how)).data?.replayDeadLetters;
      const kept = replayed?.kept ?? 0;
      const sent = plural(replayed?.sent ?? 0, {
        one: '# event was sent again.',
        other: '# events were sent again.',
      });
      if (kept === 0) return sent;
      return `${sent} ${plural(kept, {
        one: '# cannot be sent again and stays.',
        other: '# cannot be sent again and stay.',
      })}`;
    });
  const discard = (letter: DeadLetter) =>
    change(async () => {
      await client.mutate({ mutation: DiscardDeadLetterDocument, ...named(letter) });
      return t`The event was discarded.`;
    });
  const setPage = (to: number) => setPageRequest({ discarded, page: to });
  useExistingPage({ page, setPage, totalPages: letters?.pageInfo.totalPages });
  return {
    letters,
    error,
    refresh,
    discarded,
    page,
    setPageRequest,
    replay,
    replayAll,
    discard,
  };
}

interface DeadLettersProps {
  service: string;
  onChanged: () => void;
}

export function DeadLetters({ service, onChanged }: DeadLettersProps) {
  const { letters, error, refresh, discarded, page, setPageRequest, replay, replayAll, discard } =
    useDeadLetters(service, onChanged);
  const [confirming, setAsking] = useState<DeadLetter | null>(null);
  const isEmpty = letters?.items.length === 0;
  return (
    <Panel title={t`Dead letters: ${serviceLabel(service)}`}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center', mb: 2 }}>
        <Box
          sx={{
            minWidth: 240,
            '& .MuiFormControl-root': { mb: 0 },
            '& .MuiFormHelperText-root': { display: 'none' },
          }}
        >
          <SelectField
            label={t`State`}
            size="small"
            value={discarded ? 'discarded' : 'waiting'}
            choices={kinds()}
            onChange={(event) => setPageRequest({ discarded: event.target.value === 'discarded', page: 1 })}
          />
        </Box>
        {!discarded && !isEmpty && letters && (
          <Button variant="soft" size="small" onClick={() => void replayAll()}>
            {t`Replay all`}
          </Button>
        )}
      </Box>
      {error !== null && (
        <RetryAlert text={failureText(t`Failed to load the dead letters`, error)} onRetry={refresh} />
      )}
      <Box component="ul" aria-label={t`Dead letters`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {letters?.items.map((letter) => (
          <DeadLetterRow
            key={letter.id}
            letter={letter}
            onReplay={() => void replay(letter)}
            onDiscard={() => setAsking(letter)}
          />
        ))}
      </Box>
      {isEmpty && <Typography>{discarded ? t`No discarded events.` : t`No dead letters.`}</Typography>}
      <Pages
        page={page}
        totalPages={letters?.pageInfo.totalPages ?? 0}
        label={t`Pages of dead letters`}
        onChange={(to) => setPageRequest({ discarded, page: to })}
      />
      {confirming && (
        <Suspense>
          <ConfirmDialog
            open
            title={t`Discard this event?`}
            text={t`No service will process it. It is kept for 90 days.`}
            confirm={t`Discard`}
            onCancel={() => setAsking(null)}
            onConfirm={() => {
              setAsking(null);
              void discard(confirming);
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}
