import { useMutation } from '@apollo/client/react';
import { t } from '@lingui/core/macro';
import type { CardSides } from '../ui/dialog/card-dialog.tsx';
import { useNotify } from '../ui/states/snackbars.tsx';
import {
  EditFlashcardDocument,
  UpdateNoteDocument,
  type EditFlashcardMutation,
} from './edit-card.generated.ts';

export type SavedSides = EditFlashcardMutation['editFlashcard'];

/** What is kept of a card whose edit waits: the text can become a new card of its deck when the card is gone by then. */
export interface BeforeEdit {
  deckId: string;
}

/** Saves a card, or the note that it is made from. Returns the card; `null` when its note no longer makes it. */
export function useEditCard() {
  const notify = useNotify();
  const [edit] = useMutation(EditFlashcardDocument);
  const [update] = useMutation(UpdateNoteDocument);
  const save = async (
    id: string,
    { noteId, ...sides }: CardSides,
    expectedVersion?: number,
    before?: BeforeEdit,
  ): Promise<SavedSides | null> => {
    if (noteId === undefined) {
      const input = { id, ...sides, expectedVersion };
      const { data } = await edit({ variables: { input }, context: { before } });
      return data.editFlashcard;
    }
    const { frontText, backText, fields = [frontText, backText], ...content } = sides;
    const input = { id: noteId, fields: [...fields], ...content, expectedVersion };
    const { data } = await update({ variables: { input } });
    return data.updateNote.cards.find((card) => card.id === id) ?? null;
  };
  return async (
    id: string,
    sides: CardSides,
    expectedVersion?: number,
    before?: BeforeEdit,
  ): Promise<SavedSides | null> => {
    const saved = await save(id, sides, expectedVersion, before);
    notify(t`Flashcard saved.`);
    return saved;
  };
}
