import { plural, t } from '@lingui/core/macro';
import { useState, type SyntheticEvent } from 'react';
import { messageOf } from '../../../shared/apollo/errors.ts';
import { DeckPicker, type PickedDeck } from '../../../shared/deck-picker/deck-picker.tsx';
import { FormDialog } from '../../../shared/ui/dialog/form-dialog.tsx';
import { useMove } from './use-move.ts';

interface MoveCardsProps {
  /** Deck that the cards are in. */
  from: PickedDeck;
  ids: readonly string[];
  onMoved: () => Promise<void>;
  onClose: () => void;
}

/** Chooses the deck that the cards move to. Moving is idempotent, so a lost response needs no key. */
export function MoveCards({ from, ids, onMoved, onClose }: MoveCardsProps) {
  const move = useMove();
  const [target, setTarget] = useState<PickedDeck | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!target) return;
    setBusy(true);
    setError(null);
    try {
      await move({ ids, from, to: target });
      await onMoved();
    } catch (failure) {
      setBusy(false);
      setError(messageOf(failure, t`The cards could not be moved. Please try again.`));
    }
  };
  return (
    <FormDialog
      title={t`Move ${plural(ids.length, { one: '# card', other: '# cards' })} to another deck`}
      error={error}
      busy={busy}
      save={t`Move`}
      disabled={target === null}
      width="xs"
      onSubmit={submit}
      onClose={onClose}
    >
      <DeckPicker
        target={target}
        onPick={setTarget}
        failed={t`Your decks could not be loaded.`}
        exceptId={from.deckId}
      />
    </FormDialog>
  );
}
