import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@apollo/client/react';
import { parsePairs, separatorNames, type Pair, type Separator } from '@kumbuka/text';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { memo, useDeferredValue, useEffect, useMemo, useState, type SyntheticEvent } from 'react';
import { ownText } from '../../../shared/format/own-text.ts';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { useCreationKey } from '../../../shared/apollo/use-creation-key.ts';
import { draftOf } from '../../../shared/browser/drafts.ts';
import { placesOf } from '../cards/draft-places.ts';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { FormField, verbatim } from '../../../shared/ui/fields.tsx';
import { AddFlashcardsDocument } from './add-several.generated.ts';
import { ExistingNote, useExistingCards } from './existing-cards.tsx';
import { notesOf, portionsOf, separatorLabels, textFrom } from './several-rules.ts';
import { numberLabel } from '../../../shared/format/format.ts';

interface AddSeveralProps {
  deckId: string;
  /** The deck's number of cards afterwards, and how many of them are new. */
  onAdded: (cardCount: number, added: number) => Promise<void> | void;
  onClose: () => void;
}

interface ListDraft {
  text: string;
  chosen: Separator | null;
}

const automatic = 'automatic';
const list = { m: 0, mt: 0.5, pl: 0, listStyle: 'none', maxHeight: 140, overflowY: 'auto' };
const preview = {
  ...list,
  maxHeight: 220,
  typography: 'body2',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: 2,
    py: 0.75,
    borderBottom: '1px solid',
    borderColor: 'divider',
    overflowWrap: 'anywhere',
  },
  '& > li > span:not(:last-child)': { fontWeight: 600 },
  '& > li > span:last-child': { color: 'text.secondary' },
} as const;

/** Maximum number of rows in the preview, because hundreds would slow down typing. */
const shownRows = 50;

/** Plain, memoised elements: a hundred styled ones slowed down typing. */
const Row = memo(function Row({ front, back }: Pick<Pair, 'front' | 'back'>) {
  return (
    <li>
      <span {...ownText}>{front}</span>
      <span {...ownText}>{back}</span>
    </li>
  );
});

function Preview({ pairs }: { pairs: readonly Pair[] }) {
  return (
    <Box component="ol" aria-label={t`Cards to add`} tabIndex={0} sx={preview}>
      {pairs.slice(0, shownRows).map(({ front, back }, at) => (
        <Row key={at} front={front} back={back} />
      ))}
      {pairs.length > shownRows && (
        <li>
          <span>{t`and ${numberLabel(pairs.length - shownRows)} more`}</span>
        </li>
      )}
    </Box>
  );
}

interface SeparatorFieldProps {
  /** `null` for the one that the text itself suggests. */
  chosen: Separator | null;
  /** Separator that the cards were read by. */
  found: Separator | null;
  busy: boolean;
  onChoose: (separator: Separator | null) => void;
}

function SeparatorField({ chosen, found, busy, onChoose }: SeparatorFieldProps) {
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={t`Between question and answer`}
      value={chosen ?? automatic}
      disabled={busy}
      onChange={({ target }) => onChoose(separatorNames.find((name) => name === target.value) ?? null)}
      sx={{ my: 1.5 }}
    >
      <MenuItem value={automatic}>
        {chosen === null && found !== null ? t`Automatic: ${separatorLabels()[found]}` : t`Automatic`}
      </MenuItem>
      {separatorNames.map((name) => (
        <MenuItem key={name} value={name}>
          {separatorLabels()[name]}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface LineNotesProps {
  notes: ReturnType<typeof notesOf>;
  /** Whether other lines are cards. */
  hasPairs: boolean;
}

/** Lines that are not added as they are, and why. */
function LineNotes({ notes, hasPairs }: LineNotesProps) {
  return (
    <Alert severity={hasPairs ? 'info' : 'warning'} role="note" sx={{ mb: 1.5 }}>
      {hasPairs
        ? t`${plural(notes.length, { one: 'Check # line:', other: 'Check # lines:' })}`
        : t`No question and answer were found. Choose what separates them.`}
      <Box component="ul" aria-label={t`Lines to check`} tabIndex={0} sx={list}>
        {notes.slice(0, shownRows).map((note, index) => {
          const text = <bdi {...ownText}>{note.text}</bdi>;
          return (
            <Box component="li" key={index} sx={{ overflowWrap: 'anywhere' }}>
              <Trans>
                Line {note.line}: {text}
              </Trans>
            </Box>
          );
        })}
        {notes.length > shownRows && <li>{t`and ${notes.length - shownRows} more`}</li>}
      </Box>
    </Alert>
  );
}

/** Sends cards in portions. Returns the number of cards of the deck afterwards. */
function usePortions(deckId: string) {
  const [add] = useMutation(AddFlashcardsDocument);
  const key = useCreationKey();
  return async (pairs: readonly Pair[], addsAgain: boolean, onPortion: (done: number) => void) => {
    let [done, cardCount] = [0, 0];
    for (const portion of portionsOf(pairs)) {
      const cards = portion.map(({ front, back }, index) => ({
        frontText: front,
        backText: back,
        clientId: key.clientIdFor(portion, index),
      }));
      const { data } = await add({
        variables: { input: { deckId, cards, existing: addsAgain ? 'ADD' : 'SKIP' } },
        context: key.contextFor(portion),
      });
      key.made();
      cardCount = data.addFlashcards.cardCount;
      done += portion.length;
      onPortion(done);
    }
    return cardCount;
  };
}

function failureText(failure: unknown, done: number) {
  const reason = messageOf(failure, t`These cards could not be added. Please try again.`);
  if (done === 0) return reason;
  return `${plural(done, { one: '# card was added.', other: '# cards were added.' })} ${reason}`;
}

interface AddingOptions extends Pick<AddSeveralProps, 'deckId' | 'onAdded'> {
  /** Receives the first missing card after a failure that left some cards added. */
  onRest: (next: Pair) => void;
}

/** Adds cards. After a failure, the next success also reports the cards that were added before it. */
function useAdding({ deckId, onAdded, onRest }: AddingOptions) {
  const addPortions = usePortions(deckId);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [addedBefore, setAddedBefore] = useState(0);
  const add = async (pairs: readonly Pair[], addsAgain: boolean) => {
    setBusy(true);
    setError(null);
    let done = 0;
    try {
      const cardCount = await addPortions(pairs, addsAgain, (now) => (done = now));
      await onAdded(cardCount, addedBefore + pairs.length);
    } catch (failure) {
      const next = pairs[done];
      if (done > 0 && next) {
        onRest(next);
        setAddedBefore(addedBefore + done);
      }
      setError(failureText(failure, done));
      setBusy(false);
    }
  };
  return { add, error, busy };
}

/** Adds the cards of a pasted list, whatever program it comes from. */
export function AddSeveral({ deckId, onAdded, onClose }: AddSeveralProps) {
  const [draft] = useState(() => draftOf<ListDraft>(placesOf(deckId).several));
  const [kept] = useState(draft.read);
  const [text, setText] = useState(kept?.text ?? '');
  const [chosen, setChosen] = useState<Separator | null>(kept?.chosen ?? null);
  useEffect(() => {
    if (text.trim() === '') draft.forget();
    else draft.keep({ text, chosen });
  }, [draft, text, chosen]);
  const read = useDeferredValue(text);
  const report = useMemo(() => parsePairs(read, chosen), [read, chosen]);
  const { pairs, separator } = report;
  const notes = notesOf(report);
  const hasPairs = pairs.length > 0;
  const { compare, existing, toAdd, addsAgain, setAddsAgain } = useExistingCards(deckId, pairs);
  const canAdd = toAdd.length > 0 && read === text;
  const { add, error, busy } = useAdding({
    deckId,
    onAdded: (cardCount, added) => {
      draft.forget();
      return onAdded(cardCount, added);
    },
    // What was added leaves the text, so that nothing is added twice.
    onRest: (next) => {
      setText(textFrom(text, next, report));
      setChosen(separator);
    },
  });
  const [comparing, setComparing] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy || comparing || !canAdd) return;
    setComparing(true);
    const found = await compare();
    setComparing(false);
    if (found === 0) await add(toAdd, addsAgain);
  };

  return (
    <FormDialog
      title={t`Add several flashcards`}
      error={error}
      busy={busy || comparing}
      save={hasPairs ? t`Add ${plural(toAdd.length, { one: '# card', other: '# cards' })}` : t`Add cards`}
      disabled={!canAdd}
      onSubmit={submit}
      onClose={() => {
        draft.forget();
        onClose();
      }}
    >
      <FormField
        label={t`One card per line`}
        multiline
        rows={8}
        autoFocus
        slotProps={{ htmlInput: verbatim }}
        disabled={busy}
        value={text}
        placeholder={t`mbwa - dog\npaka - cat`}
        helperText={t`Question and answer, as copied from a spreadsheet, a list or a table, or exported by Anki.`}
        onChange={(event) => setText(event.target.value)}
      />
      <SeparatorField chosen={chosen} found={separator} busy={busy} onChoose={setChosen} />
      {notes.length > 0 && <LineNotes notes={notes} hasPairs={hasPairs} />}
      {existing.length > 0 && (
        <ExistingNote existing={existing} addsAgain={addsAgain} onChange={setAddsAgain} />
      )}
      {hasPairs && <Preview pairs={toAdd} />}
    </FormDialog>
  );
}
