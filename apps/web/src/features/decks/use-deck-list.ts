import { useQuery } from '@apollo/client/react';
import { variablesOf, type DeckQuery } from './deck-query.ts';
import { DecksScreenDocument } from './decks-page.generated.ts';

const noFacets = { subjects: [], categories: [] };

/** Rows of before stay on the screen while the next ones are fetched. */
export function useDeckList(query: DeckQuery) {
  const { data, previousData, loading, error, refetch } = useQuery(DecksScreenDocument, {
    variables: variablesOf(query),
  });
  const shown = data ?? previousData;
  return {
    decks: shown?.viewer.decks ?? null,
    facets: shown?.viewer.deckFacets ?? noFacets,
    loading,
    failed: !loading && !data?.viewer.decks && error !== undefined,
    error,
    refetch,
  };
}
