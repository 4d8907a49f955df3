import { useMutation } from '@apollo/client/react';
import { t } from '@lingui/core/macro';
import type { CardSides } from '../ui/dialog/card-dialog.tsx';
import { useNotify } from '../ui/states/snackbars.tsx';
import { EditFlashcardDocument } from './edit-card.generated.ts';

/** Saves both sides of a card and returns its new version; rejects with the client's error. */
export function useEditCard() {
  const notify = useNotify();
  const [edit] = useMutation(EditFlashcardDocument);
  return async (id: string, sides: CardSides, expectedVersion?: number): Promise<number> => {
    const { data } = await edit({ variables: { input: { id, ...sides, expectedVersion } } });
    notify(t`Flashcard saved.`);
    return data.editFlashcard.version;
  };
}
