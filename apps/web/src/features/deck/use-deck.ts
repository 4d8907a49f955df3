import { useQuery } from '@apollo/client/react';
import { DeckDetailScreenDocument } from './deck-page.generated.ts';

/** A deck with one page of its cards; cards of before stay on the screen while the next ones are fetched. */
export function useDeck(id: string, page: number) {
  const { data, previousData, loading, error, refetch } = useQuery(DeckDetailScreenDocument, {
    variables: { id, page },
  });
  const shown = data?.deck ?? (previousData?.deck?.id === id ? previousData.deck : undefined);
  return { deck: shown, cards: shown?.flashcards, loading, error, refetch };
}
