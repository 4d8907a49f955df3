import { useApolloClient } from '@apollo/client/react';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useCallback, useState } from 'react';
import { dateTimeLabel } from '../../shared/lib/format.ts';
import { Panel } from '../../shared/ui/page.tsx';
import { Pages } from '../../shared/ui/pages.tsx';
import { useNotify } from '../../shared/ui/snackbars.tsx';
import {
  AdminDeadLettersDocument,
  DiscardDeadLetterDocument,
  ReplayDeadLetterDocument,
  type AdminDeadLettersQuery,
} from './events-tab.generated.ts';
import { failureText } from './failures.ts';
import { useOperator } from './operator.tsx';
import { useRefreshed } from './use-refreshed.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../shared/ui/confirm-dialog.tsx')).ConfirmDialog,
}));

type DeadLetter = AdminDeadLettersQuery['adminDeadLetters']['items'][number];
const refreshMs = 60_000;

interface LetterProps {
  letter: DeadLetter;
  onReplay: () => void;
  onDiscard: () => void;
}

function Letter({ letter, onReplay, onDiscard }: LetterProps) {
  const { type, reader, reason, error, attempts, failedAt, value } = letter;
  return (
    <Box component="li" sx={{ py: 2, borderTop: '1px solid', borderColor: 'divider' }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{type ?? 'Not an event'}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {reader} gave it up ({reason}) on {dateTimeLabel(failedAt)} after {attempts} tries: {error}
      </Typography>
      <Box component="details" sx={{ my: 1 }}>
        <Box component="summary" sx={{ cursor: 'pointer', py: 1 }}>
          Message
        </Box>
        <Box
          component="pre"
          tabIndex={0}
          sx={{ overflow: 'auto', maxHeight: 320, fontSize: '0.8125rem', m: 0 }}
        >
          {value ?? 'Empty'}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button variant="soft" size="small" onClick={onReplay}>
          Replay
        </Button>
        <Button variant="outlined" size="small" onClick={onDiscard}>
          Discard
        </Button>
      </Box>
    </Box>
  );
}

/** The dead letters of one service: each is sent again as it was, or taken out for good. */
function useDeadLetters(service: string, onChanged: () => void) {
  const client = useApolloClient();
  const notify = useNotify();
  const { context } = useOperator();
  const [page, setPage] = useState(1);
  const read = useCallback(async () => {
    const how = { query: AdminDeadLettersDocument, variables: { service, page }, context } as const;
    return (await client.query({ ...how, fetchPolicy: 'no-cache' })).data.adminDeadLetters;
  }, [client, context, service, page]);
  const { value: letters, error, refresh } = useRefreshed(read, refreshMs);

  const change = async (send: () => Promise<unknown>, done: string) => {
    try {
      await send();
      notify(done);
    } catch (failure) {
      notify(failureText('Nothing was changed', failure), 'error');
    }
    refresh();
    onChanged();
  };
  const how = ({ id }: DeadLetter) =>
    ({ variables: { input: { service, id } }, context, fetchPolicy: 'no-cache' }) as const;
  const replay = (letter: DeadLetter) =>
    change(
      () => client.mutate({ mutation: ReplayDeadLetterDocument, ...how(letter) }),
      'The event was sent again.',
    );
  const discard = (letter: DeadLetter) =>
    change(
      () => client.mutate({ mutation: DiscardDeadLetterDocument, ...how(letter) }),
      'The event was discarded.',
    );
  return { letters, error, page, setPage, replay, discard };
}

interface DeadLettersProps {
  service: string;
  onChanged: () => void;
}

export function DeadLetters({ service, onChanged }: DeadLettersProps) {
  const { letters, error, page, setPage, replay, discard } = useDeadLetters(service, onChanged);
  const [asking, setAsking] = useState<DeadLetter | null>(null);
  return (
    <Panel title={`Dead letters of ${service}`}>
      {error !== null && (
        <Alert severity="error">{failureText('Failed to load the dead letters', error)}</Alert>
      )}
      <Box component="ul" aria-label="Dead letters" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {letters?.items.map((letter) => (
          <Letter
            key={letter.id}
            letter={letter}
            onReplay={() => void replay(letter)}
            onDiscard={() => setAsking(letter)}
          />
        ))}
      </Box>
      {letters?.items.length === 0 && <Typography>No dead letters any more.</Typography>}
      <Pages
        page={page}
        totalPages={letters?.pageInfo.totalPages ?? 0}
        label="Pages of dead letters"
        onChange={setPage}
      />
      {asking && (
        <Suspense>
          <ConfirmDialog
            open
            title="Discard this event?"
            text="Nobody will ever work it off. This cannot be undone."
            confirm="Discard"
            onCancel={() => setAsking(null)}
            onConfirm={() => {
              setAsking(null);
              void discard(asking);
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}
