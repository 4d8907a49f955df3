import { t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import { conflictOf } from '../../shared/apollo/errors.ts';
import { untilGone } from '../../shared/apollo/until-gone.ts';
import { useCreationKey } from '../../shared/apollo/use-creation-key.ts';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import { useEditCard } from '../../shared/study/use-edit-card.ts';
import type { CardSides } from '../../shared/ui/dialog/card-dialog.tsx';
import { AddFlashcardDocument, DeleteFlashcardDocument } from './card-changes.generated.ts';

/** What a learner can do with the cards of a deck; each rejects with the client's error. */
export function useCardChanges(deckId: string, refetch: () => Promise<unknown>) {
  const notify = useNotify();
  const key = useCreationKey();
  const [add] = useMutation(AddFlashcardDocument);
  const edit = useEditCard();
  const [remove] = useMutation(DeleteFlashcardDocument);
  return {
    add: async (sides: CardSides) => {
      const input = { deckId, ...sides };
      const { data } = await add({ variables: { input }, context: key.contextFor(input) });
      key.made();
      notify(t`Flashcard added.`);
      return data.addFlashcard.id;
    },
    edit: async (id: string, sides: CardSides, expectedVersion?: number) => {
      await edit(id, sides, expectedVersion).catch((error: unknown) => {
        if (conflictOf(error)) void refetch();
        throw error;
      });
    },
    remove: async (id: string) => {
      await untilGone('FLASHCARD_NOT_FOUND', () => remove({ variables: { input: { id } } }));
      notify(t`Flashcard deleted.`);
    },
  };
}
