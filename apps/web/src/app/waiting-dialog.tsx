import { t } from '@lingui/core/macro';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useId, useState, useSyncExternalStore } from 'react';
import { useAuth } from '../shared/auth/auth-context.tsx';
import { newId } from '../shared/browser/ids.ts';
import { DeckPicker, type PickedDeck } from '../shared/deck-picker/deck-picker.tsx';
import { ownText } from '../shared/format/own-text.ts';
import { discardChange, moveAnswers } from '../shared/offline/decide.ts';
import { changeKeeper } from '../shared/offline/keep-change.ts';
import { outboxOf, refusedOf } from '../shared/offline/outbox.ts';
import type { QueuedChange } from '../shared/offline/queued.ts';

type Texts = Record<string, unknown>;

/** Texts that the learner typed, by field of the operation, with their labels. */
const labels = (): Record<string, string> => ({
  frontText: t`Question`,
  backText: t`Answer`,
  title: t`Title`,
  description: t`Description`,
  subject: t`Subject`,
  category: t`Category`,
});

const isDeletion = ({ operation }: QueuedChange) => operation.startsWith('Delete');
const isOfCard = ({ operation }: QueuedChange) => operation.endsWith('Flashcard');
const isNewCard = ({ operation }: QueuedChange) => operation === 'AddFlashcard';
const isMissing = ({ refusal }: QueuedChange) => refusal?.code.endsWith('_NOT_FOUND') ?? false;

/** What happened, in one sentence. */
function reasonOf(change: QueuedChange): string {
  const { refusal } = change;
  if (refusal?.code === 'VERSION_CONFLICT')
    return isDeletion(change)
      ? t`It was changed on another device after you deleted it here.`
      : t`It was changed on another device meanwhile. Both texts are here.`;
  if (isMissing(change) && isNewCard(change))
    return t`The deck of this card does not exist any more. Choose another deck, or discard the card.`;
  if (isMissing(change))
    return isOfCard(change)
      ? t`This card was deleted on another device. Your text is kept here.`
      : t`This deck was deleted on another device. Your text is kept here.`;
  return refusal?.message ?? t`The server refused this change.`;
}

function nameOf(change: QueuedChange): string {
  switch (change.operation) {
    case 'CreateDeck':
      return t`New deck`;
    case 'UpdateDeck':
      return t`Changed deck`;
    case 'AddFlashcard':
      return t`New card`;
    case 'EditFlashcard':
      return t`Changed card`;
    default:
      return isDeletion(change) ? t`Deletion` : t`Change`;
  }
}

const textsOf = (from: Texts): [string, string][] =>
  Object.keys(labels()).flatMap((name): [string, string][] =>
    typeof from[name] === 'string' ? [[name, from[name]]] : [],
  );

function Version({ title, texts }: { title: string; texts: [string, string][] }) {
  return (
    <Box sx={{ minWidth: 0, p: 1.5, border: 1, borderColor: 'divider', borderRadius: '12px' }}>
      <Typography sx={{ fontWeight: 600, mb: 1 }}>{title}</Typography>
      {texts.map(([name, text]) => (
        <Box key={name} sx={{ mb: 1 }}>
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
            {labels()[name]}
          </Typography>
          <Box {...ownText} sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

type Current = Texts & { id?: string; version?: number };

/** The version that this dialog shows, as a change of one or of several names it. */
function seenVersions({ ids, expectedVersions }: Texts, current: Current | null): Texts {
  if (typeof current?.version !== 'number') return {};
  if (!Array.isArray(ids) || !Array.isArray(expectedVersions)) return { expectedVersion: current.version };
  return {
    expectedVersions: expectedVersions.map((version: unknown, at) =>
      ids[at] === current.id ? current.version : version,
    ),
  };
}

/** A change that the server has refused: what was typed, what the server has, and what can be done. */
function RefusedChange({ change }: { change: QueuedChange }) {
  const { user } = useAuth();
  const outbox = outboxOf(user?.id ?? '');
  const [texts, setTexts] = useState<Texts>(change.variables.input);
  const [busy, setBusy] = useState(false);
  const [target, setTarget] = useState<PickedDeck | null>(null);
  const current = (change.refusal?.current ?? null) as Current | null;
  const discard = () => discardChange(outbox, change);
  /** Sends it again under a new key, because the server remembers its answer to the old one. */
  const send = async (operation: string, input: Texts) => {
    setBusy(true);
    await outbox.drop([change]);
    await changeKeeper()?.({
      clientEventId: newId(),
      operation,
      variables: { input },
      before: change.before,
      madeAt: change.madeAt,
      ...(change.clock ? { clock: change.clock } : {}),
    });
  };
  const sendAgain = async () => {
    if (target) await moveAnswers(outbox, change, target.deckId);
    await send(change.operation, {
      ...texts,
      ...seenVersions(texts, current),
      ...(target && { deckId: target.deckId }),
    });
  };
  /** A deck that is gone or full takes no card, however often it is sent. */
  const needsDeck = isNewCard(change) && (isMissing(change) || change.refusal?.code === 'LIMIT_REACHED');
  const deckId = change.before?.['deckId'];
  const canBeNew = isMissing(change) && change.operation === 'EditFlashcard' && typeof deckId === 'string';
  const addAsNew = () =>
    send('AddFlashcard', {
      deckId,
      frontText: texts['frontText'],
      backText: texts['backText'],
      clientId: newId(),
    });
  return (
    <Box component="section" aria-label={nameOf(change)} sx={{ mb: 3 }}>
      <Typography component="h3" variant="h6">
        {nameOf(change)}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>{reasonOf(change)}</Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', sm: current ? '1fr 1fr' : '1fr' },
        }}
      >
        {!isDeletion(change) && (
          <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start' }}>
            <Typography sx={{ fontWeight: 600 }}>{t`Your text`}</Typography>
            {textsOf(texts).map(([name, text]) => (
              <TextField
                key={name}
                label={labels()[name]}
                value={text}
                multiline
                disabled={busy}
                onChange={({ target }) => setTexts((before) => ({ ...before, [name]: target.value }))}
              />
            ))}
          </Box>
        )}
        {needsDeck && (
          <DeckPicker
            target={target}
            onPick={setTarget}
            failed={t`Your decks could not be loaded.`}
            exceptId={String(texts['deckId'])}
          />
        )}
        {current && <Version title={t`Saved meanwhile`} texts={textsOf(current)} />}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1.5 }}>
        {canBeNew ? (
          <Button variant="contained" disabled={busy} onClick={() => void addAsNew()}>
            {t`Add as a new card`}
          </Button>
        ) : (
          (needsDeck || !isMissing(change)) && (
            <Button
              variant="contained"
              disabled={busy || (needsDeck && target === null)}
              onClick={() => void sendAgain()}
            >
              {isDeletion(change) ? t`Delete anyway` : t`Save my text`}
            </Button>
          )
        )}
        <Button variant="outlined" disabled={busy} onClick={() => void discard()}>
          {isDeletion(change) ? t`Keep it` : t`Discard my text`}
        </Button>
      </Box>
    </Box>
  );
}

/** Changes that were made without a network and that the server has refused, for their learner to decide. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
  const id = useId();
  const outbox = outboxOf(user?.id ?? '');
  const read = () =>
    refusedOf(outbox)
      .map(({ clientEventId }) => clientEventId)
      .join(' ');
  const names = useSyncExternalStore(outbox.subscribe, read);
  const changes = refusedOf(outbox).filter(({ clientEventId }) => names.includes(clientEventId));
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t`Changes that could not be saved`}</DialogTitle>
      <DialogContent>
        {changes.length === 0 && <Typography>{t`Everything is decided.`}</Typography>}
        {changes.map((change) => (
          <RefusedChange key={change.clientEventId} change={change} />
        ))}
      </DialogContent>
      <DialogActions>
        <Button autoFocus variant="outlined" onClick={onClose}>
          {t`Close`}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
