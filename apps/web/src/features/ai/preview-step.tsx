import { plural, t } from '@lingui/core/macro';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import type { Rewriting } from '../../shared/ai/open-generation.ts';
import { ownText } from '../../shared/format/own-text.ts';
import { DialogAlert } from '../../shared/ui/dialog/dialog-alert.tsx';
import { fallbackNote, insertLabel, pairError, repeatsNote, shortfallNote } from './generation-rules.ts';
import { keptOf, type GenerationStep, type Pair } from './generation-state.ts';
import { pairGrid, PairText } from './pair.tsx';
import { PreviewPair } from './preview-pair.tsx';

/** A preview is inserted once, so a deck that has some of its cards gets no more. */
const nothingToAdd = (inDeck: number, all: number) =>
  inDeck >= all
    ? t`0 to add, all ${all} are in this deck`
    : t`0 to add, ${inDeck} of ${all} are in this deck`;

const mainAction = { flex: { xs: '1 0 100%', sm: 'none' } };

const note = () => t`Edits are not persisted in preview: they are kept when you insert the cards.`;

interface PreviewStepProps {
  pairs: readonly Pair[];
  /** Card whose text one of the pairs can replace. */
  rewriting?: Rewriting | undefined;
  deckId: string;
  /** Cards of this generation that the deck already has; `null` for none. */
  insertedBefore: number | null;
  isFallback: boolean;
  made: Pick<Extract<GenerationStep, { step: 'preview' }>, 'asked' | 'repeats' | 'shortfall'>;
  error: string | null;
  inserting: boolean;
  onChange: (pair: Pair) => void;
  onChangeAll: (isKept: boolean) => void;
  onClose: () => void;
  onBack: () => void;
  onInsert: () => void;
}

/**
 * Focuses the first card, because the button that was pressed is gone. Not a control of the card: Space would press it.
 */
const focusFirst = (cards: HTMLElement | null) => cards?.querySelector('section')?.focus();

/** The card that is rewritten, above what can replace it. */
const CardNow = ({ question, answer }: Rewriting) => (
  <Box role="group" aria-label={t`The card now`} sx={{ mb: 1.5 }}>
    <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
      {t`The card now. Use one text for it, or insert several cards beside it.`}
    </Typography>
    <PairText question={question} answer={answer} />
  </Box>
);

/** Preview of generated cards. Exactly the cards that are shown and kept are inserted. */
export function PreviewStep(props: PreviewStepProps) {
  const { pairs, rewriting, deckId, insertedBefore, isFallback, made, error, inserting, ...act } = props;
  const shortfall = shortfallNote(pairs.length, made);
  const kept = keptOf(pairs);
  const isReady = kept.length > 0 && kept.every((pair) => pairError(pair) === null);
  return (
    <>
      <DialogContent>
        {error && (
          <DialogAlert severity="error" role="alert" sx={{ mb: 1.5 }}>
            {error}
          </DialogAlert>
        )}
        {shortfall && (
          <Alert severity="info" role="note" sx={{ mb: 1.5 }}>
            {shortfall}
          </Alert>
        )}
        {made.repeats.length > 0 && (
          <Alert severity="info" role="note" sx={{ mb: 1.5, overflowWrap: 'anywhere' }}>
            {repeatsNote(made.repeats.length)}
            <Box
              component="ul"
              sx={{ m: 0, mt: 0.5, pl: 2.5, maxHeight: 96, overflowY: 'auto' }}
              tabIndex={0}
            >
              {made.repeats.map((question) => (
                <li key={question} {...ownText}>
                  {question}
                </li>
              ))}
            </Box>
          </Alert>
        )}
        {isFallback && (
          <Alert severity="info" role="note" sx={{ mb: 1.5 }}>
            {fallbackNote()}
          </Alert>
        )}
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mb: 1 }}>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {insertedBefore === null
              ? t`${kept.length} of ${plural(pairs.length, { one: '# card', other: '# cards' })} to insert`
              : nothingToAdd(insertedBefore, pairs.length)}
          </Typography>
          {insertedBefore === null && (
            <Button variant="text" disabled={inserting} onClick={() => act.onChangeAll(kept.length === 0)}>
              {kept.length === 0 ? t`Include all` : t`Leave out all`}
            </Button>
          )}
        </Box>
        {rewriting && <CardNow {...rewriting} />}
        <Box ref={focusFirst} sx={pairGrid} inert={inserting}>
          {pairs.map((pair, index) => (
            <PreviewPair
              key={pair.id}
              pair={pair}
              number={index + 1}
              onChange={act.onChange}
              onUse={rewriting?.onUse}
            />
          ))}
        </Box>
        {insertedBefore === null && (
          <Alert severity="info" role="note" sx={{ mt: 1.5 }}>
            {note()}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap-reverse' }}>
        <Button variant="text" disabled={inserting} onClick={act.onClose} sx={{ ml: -1.75, mr: 'auto' }}>
          {t`Close`}
        </Button>
        <Button variant="outlined" disabled={inserting} onClick={act.onBack}>
          {t`Back`}
        </Button>
        {insertedBefore === null ? (
          <Button
            variant="contained"
            disabled={!isReady}
            loading={inserting}
            onClick={act.onInsert}
            sx={mainAction}
          >
            {insertLabel(kept.length)}
          </Button>
        ) : (
          <Button
            component={Link}
            to={`/study/${deckId}`}
            variant="contained"
            onClick={act.onClose}
            sx={mainAction}
          >
            {t`Study them`}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
