import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@apollo/client/react';
import { parsePairs, separatorNames, type Pair, type Separator } from '@kumbuka/text';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { memo, useDeferredValue, useMemo, useState, type SyntheticEvent } from 'react';
import { ownText } from '../../shared/lib/own-text.ts';
import { messageOf } from '../../shared/apollo/errors.ts';
import { useCreationKey } from '../../shared/apollo/use-creation-key.ts';
import { FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { FormField } from '../../shared/ui/fields.tsx';
import { AddFlashcardsDocument } from './add-several.generated.ts';
import { notesOf, portionsOf, separatorLabels, textFrom } from './several-rules.ts';
import { numberLabel } from '../../shared/lib/format.ts';

interface AddSeveralProps {
  deckId: string;
  /** The deck's number of cards afterwards, and how many of them are new. */
  onAdded: (cardCount: number, added: number) => Promise<void> | void;
  onClose: () => void;
}

const failed = () => t`These cards could not be added. Please try again.`;
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

/** Rows of the preview. Hundreds of them would make each key wait. */
const shownRows = 50;

/** Plain elements, drawn again only when they change: a hundred styled ones made each key wait. */
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
      {pairs.slice(0, shownRows).map(({ line, front, back }) => (
        <Row key={line} front={front} back={back} />
      ))}
      {pairs.length > shownRows && (
        <li>
          <span>{t`and ${numberLabel(pairs.length - shownRows)} more`}</span>
        </li>
      )}
    </Box>
  );
}

/** Sends the cards in portions. What was added before a failure leaves the text, so that nothing is added twice. */
function useAdding(deckId: string) {
  const [add] = useMutation(AddFlashcardsDocument);
  const key = useCreationKey();
  return async (pairs: readonly Pair[], onPortion: (done: number) => void) => {
    let [done, cardCount] = [0, 0];
    for (const portion of portionsOf(pairs)) {
      const cards = portion.map(({ front, back }) => ({ frontText: front, backText: back }));
      const input = { deckId, cards };
      const { data } = await add({ variables: { input }, context: key.contextFor(input) });
      key.made();
      cardCount = data.addFlashcards.cardCount;
      done += portion.length;
      onPortion(done);
    }
    return cardCount;
  };
}

/** Adds the cards of a pasted list, whatever program it comes from. */
export function AddSeveral({ deckId, onAdded, onClose }: AddSeveralProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Separator | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [addedBefore, setAddedBefore] = useState(0);
  const read = useDeferredValue(text);
  const report = useMemo(() => parsePairs(read, chosen), [read, chosen]);
  const add = useAdding(deckId);
  const { pairs, separator } = report;
  const notes = notesOf(report);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy || read !== text || pairs.length === 0) return;
    setBusy(true);
    setError(null);
    let done = 0;
    try {
      const cardCount = await add(pairs, (now) => (done = now));
      await onAdded(cardCount, addedBefore + pairs.length);
    } catch (failure) {
      const next = pairs[done];
      if (done > 0 && next) {
        setText(textFrom(text, next));
        setChosen(separator);
        setAddedBefore(addedBefore + done);
      }
      setError(
        [
          done > 0 && plural(done, { one: '# card was added.', other: '# cards were added.' }),
          messageOf(failure, failed()),
        ]
          .filter(Boolean)
          .join(' '),
      );
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title={t`Add several flashcards`}
      error={error}
      busy={busy}
      save={
        pairs.length > 0 ? t`Add ${plural(pairs.length, { one: '# card', other: '# cards' })}` : t`Add cards`
      }
      disabled={pairs.length === 0 || read !== text}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField
        label={t`One card a line`}
        multiline
        rows={8}
        autoFocus
        disabled={busy}
        value={text}
        placeholder={t`mbwa - dog\npaka - cat`}
        helperText={t`Question and answer, as copied from a spreadsheet, a list or another program.`}
        onChange={(event) => setText(event.target.value)}
      />
      <TextField
        select
        fullWidth
        size="small"
        label={t`Between question and answer`}
        value={chosen ?? automatic}
        disabled={busy}
        onChange={({ target }) => setChosen(separatorNames.find((name) => name === target.value) ?? null)}
        sx={{ my: 1.5 }}
      >
        <MenuItem value={automatic}>
          {chosen === null && separator !== null
            ? t`Automatic: ${separatorLabels()[separator]}`
            : t`Automatic`}
        </MenuItem>
        {separatorNames.map((name) => (
          <MenuItem key={name} value={name}>
            {separatorLabels()[name]}
          </MenuItem>
        ))}
      </TextField>
      {notes.length > 0 && (
        <Alert severity={pairs.length > 0 ? 'info' : 'warning'} role="note" sx={{ mb: 1.5 }}>
          {pairs.length > 0
            ? t`${plural(notes.length, { one: '# line is', other: '# lines are' })} not added as they stand:`
            : t`No question and answer were found. Choose what stands between them.`}
          <Box component="ul" aria-label={t`Lines that are not added`} tabIndex={0} sx={list}>
            {notes.slice(0, shownRows).map((note, index) => (
              <Box component="li" key={index} sx={{ overflowWrap: 'anywhere' }}>
                <Trans>
                  Line {note.line}: <bdi {...ownText}>{note.text}</bdi>
                </Trans>
              </Box>
            ))}
            {notes.length > shownRows && <li>{t`and ${notes.length - shownRows} more`}</li>}
          </Box>
        </Alert>
      )}
      {pairs.length > 0 && <Preview pairs={pairs} />}
    </FormDialog>
  );
}
