import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import { useState, type SyntheticEvent } from 'react';
import { messageOf } from '../../shared/apollo/errors.ts';
import { DeckPicker, type PickedDeck } from '../../shared/deck-picker/deck-picker.tsx';
import { FormDialog } from '../../shared/ui/dialog/form-dialog.tsx';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { MoveFlashcardsDocument } from './move-cards.generated.ts';

interface MoveCardsProps {
  /** Deck that the cards are in. */
  deckId: string;
  ids: readonly string[];
  onMoved: () => Promise<void>;
  onClose: () => void;
}

/** Chooses the deck that the cards move to. Moving them again is harmless, so a lost reply needs no key. */
export function MoveCards({ deckId, ids, onMoved, onClose }: MoveCardsProps) {
  const notify = useNotify();
  const [move] = useMutation(MoveFlashcardsDocument);
  const [target, setTarget] = useState<PickedDeck | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!target) return;
    setBusy(true);
    setError(null);
    try {
      await move({ variables: { input: { ids: [...ids], toDeckId: target.deckId } } });
      notify(t`${plural(ids.length, { one: '# card', other: '# cards' })} moved to ${target.title}.`);
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
        exceptId={deckId}
      />
    </FormDialog>
  );
}
