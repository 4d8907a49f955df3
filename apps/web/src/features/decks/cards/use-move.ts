import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import { errorCode, messageOf } from '../../../shared/apollo/errors.ts';
import type { PickedDeck } from '../../../shared/deck-picker/deck-picker.tsx';
import { focusMain } from '../../../shared/browser/focus-main.ts';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { MoveFlashcardsDocument } from './move-cards.generated.ts';

interface Move {
  ids: readonly string[];
  from: PickedDeck;
  to: PickedDeck;
}

/** Long enough to read two titles and to press a button. */
const undoMs = 12_000;

/** Says what was deleted meanwhile, so that the cards can never be moved back; `null` after another failure. */
function deletedText(error: unknown, { from }: Move): string | null {
  const code = errorCode(error);
  if (code === 'DECK_NOT_FOUND') return t`${from.title} has been deleted. The cards stay where they are.`;
  return code === 'FLASHCARD_NOT_FOUND' ? t`These cards have been deleted.` : null;
}

/** Moves cards; the notice about it can take the move back. Rejects with the client's error. */
export function useMove(): (move: Move) => Promise<void> {
  const notify = useNotify();
  const [send] = useMutation(MoveFlashcardsDocument);
  const sendTo = async (ids: readonly string[], { deckId }: PickedDeck, refetchQueries: 'active' | []) => {
    const { data } = await send({
      variables: { input: { ids: [...ids], toDeckId: deckId } },
      refetchQueries,
    });
    return data.moveFlashcards;
  };
  const undo = async (move: Move): Promise<void> => {
    const again = { hideAfter: undoMs, action: { label: t`Try again`, onPress: () => void undo(move) } };
    focusMain();
    try {
      // Whatever screen is open by then shows the cards where they are.
      const { length } = await sendTo(move.ids, move.from, 'active');
      notify(t`${plural(length, { one: '# card', other: '# cards' })} back in ${move.from.title}.`);
    } catch (error) {
      const deleted = deletedText(error, move);
      if (deleted) notify(deleted, 'error');
      else notify(messageOf(error, t`The cards could not be moved back. Please try again.`), 'error', again);
    }
  };
  return async (move) => {
    const moved = await sendTo(move.ids, move.to, []);
    notify(
      t`${plural(moved.length, { one: '# card', other: '# cards' })} moved to ${move.to.title}.`,
      'success',
      { hideAfter: undoMs, action: { label: t`Undo`, onPress: () => void undo(move) } },
    );
  };
}
