import { useQuery } from '@apollo/client/react';
import { dataOrCached } from '../../../shared/apollo/shown.ts';
import { useFreshData } from '../../../shared/study/use-fresh-data.ts';
import type { CardMark } from '../cards/use-cards-variables.ts';
import { DeckDetailScreenDocument } from './deck-page.generated.ts';

interface CardsVariables {
  page: number;
  perPage: number;
  /** Part of either side; '' for every card. */
  find: string;
  /** Mark that the cards must have; null for every card. */
  marked: CardMark | null;
}

/** A deck with one page of its cards; the previous page stays visible while the next one loads. */
export function useDeck(id: string, { page, perPage, find, marked }: CardsVariables) {
  const variables = {
    id,
    page,
    perPage,
    ...(find === '' ? {} : { containing: find }),
    ...(marked ? { marked } : {}),
  };
  const request = { query: DeckDetailScreenDocument, variables };
  const result = useQuery(request.query, { variables });
  const { data, previousData, loading, error, refetch, client } = result;
  useFreshData(request);
  const before = previousData?.deck?.id === id ? previousData : undefined;
  const shown = dataOrCached({ data, previousData: before, loading }, () => client.readQuery(request));
  return {
    /** Also set while another page loads. */
    deck: shown?.deck ?? before?.deck,
    cards: shown?.deck?.flashcards,
    loading,
    error,
    refetch,
  };
}
