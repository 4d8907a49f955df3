import { useMutation } from '@apollo/client/react';
import { BuryFlashcardDocument, MarkFlashcardsDocument } from './mark-cards.generated.ts';

/** Place of a card in a session. */
export interface CardPlace {
  id: string;
  deckId: string;
  sessionId: string;
}

/** Marks of cards; each call rejects with the client's error. A repeat changes nothing. */
export function useCardMarks() {
  const [mark] = useMutation(MarkFlashcardsDocument);
  const [bury] = useMutation(BuryFlashcardDocument);
  return {
    suspend: (ids: readonly string[], suspended: boolean) =>
      mark({ variables: { input: { ids: [...ids], suspended } } }),
    flag: (ids: readonly string[], flagged: boolean) =>
      mark({ variables: { input: { ids: [...ids], flagged } } }),
    bury: ({ id: flashcardId, deckId, sessionId }: CardPlace, buried: boolean) =>
      bury({ variables: { input: { flashcardId, deckId, sessionId, buried } } }),
  };
}
