import { t } from '@lingui/core/macro';
import { useMutation } from '@apollo/client/react';
import { conflictOf } from '../../shared/apollo/errors.ts';
import { untilGone } from '../../shared/apollo/until-gone.ts';
import { useCreationKey } from '../../shared/apollo/use-creation-key.ts';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import type { CardSides } from './card-dialog.tsx';
import {
  AddFlashcardDocument,
  DeleteFlashcardDocument,
  EditFlashcardDocument,
} from './card-changes.generated.ts';

/** What a learner can do with the cards of a deck; each rejects with the client's error. */
export function useCardChanges(deckId: string, refetch: () => Promise<unknown>) {
  const notify = useNotify();
  const key = useCreationKey();
  const [add] = useMutation(AddFlashcardDocument);
  const [edit] = useMutation(EditFlashcardDocument);
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
      const input = { id, ...sides, expectedVersion };
      await edit({ variables: { input } }).catch((error: unknown) => {
        if (conflictOf(error)) void refetch();
        throw error;
      });
      notify(t`Flashcard saved.`);
    },
    remove: async (id: string) => {
      await untilGone('FLASHCARD_NOT_FOUND', () => remove({ variables: { input: { id } } }));
      notify(t`Flashcard deleted.`);
    },
  };
}
