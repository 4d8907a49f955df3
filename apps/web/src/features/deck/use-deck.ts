import { useQuery } from '@apollo/client/react';
import { DeckDetailScreenDocument } from './deck-page.generated.ts';

interface CardsAsked {
  page: number;
  /** Part of either side; '' for every card. */
  find: string;
}

/** A deck with one page of its cards; cards of before stay on the screen while the next ones are fetched. */
export function useDeck(id: string, { page, find }: CardsAsked) {
  const { data, previousData, loading, error, refetch } = useQuery(DeckDetailScreenDocument, {
    variables: { id, page, ...(find === '' ? {} : { containing: find }) },
  });
  const shown = data?.deck ?? (previousData?.deck?.id === id ? previousData.deck : undefined);
  return { deck: shown, cards: shown?.flashcards, loading, error, refetch };
}
