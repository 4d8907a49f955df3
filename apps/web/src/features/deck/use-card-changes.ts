import { useMutation } from '@apollo/client/react';
import { untilGone } from '../../shared/apollo/until-gone.ts';
import { useCreationKey } from '../../shared/apollo/use-creation-key.ts';
import { useNotify } from '../../shared/ui/states/snackbars.tsx';
import {
  AddFlashcardDocument,
  DeleteFlashcardDocument,
  EditFlashcardDocument,
} from './card-changes.generated.ts';

/** What a learner can do with the cards of a deck; each rejects with the client's error. */
export function useCardChanges(deckId: string) {
  const notify = useNotify();
  const key = useCreationKey();
  const [add] = useMutation(AddFlashcardDocument);
  const [edit] = useMutation(EditFlashcardDocument);
  const [remove] = useMutation(DeleteFlashcardDocument);
  return {
    add: async (sides: { frontText: string; backText: string }) => {
      const input = { deckId, ...sides };
      const { data } = await add({ variables: { input }, context: key.contextFor(input) });
      key.made();
      notify('Flashcard added.');
      return data.addFlashcard.id;
    },
    edit: async (id: string, sides: { frontText: string; backText: string }) => {
      await edit({ variables: { input: { id, ...sides } } });
      notify('Flashcard saved.');
    },
    remove: async (id: string) => {
      await untilGone('FLASHCARD_NOT_FOUND', () => remove({ variables: { input: { id } } }));
      notify('Flashcard deleted.');
    },
  };
}
