import { useQuery } from '@apollo/client/react';
import { dataOrCached } from '../../../shared/apollo/shown.ts';
import { useFreshData } from '../../../shared/study/use-fresh-data.ts';
import { variablesOf, type DeckQuery } from './deck-query.ts';
import type { DecksView } from './use-decks-view.ts';
import { DecksScreenDocument } from './decks-page.generated.ts';

const noFacets = { subjects: [], categories: [] };

/** Keeps the rows of this search on the screen while they are fetched again, but never those of another search. */
export function useDeckList(query: DeckQuery, view: DecksView) {
  const request = { query: DecksScreenDocument, variables: variablesOf(query, view) };
  const result = useQuery(request.query, { variables: request.variables });
  const { data, loading, error, refetch, client } = result;
  useFreshData(request);
  const shown = dataOrCached(result, () => client.readQuery(request));
  return {
    decks: shown?.viewer.decks ?? null,
    facets: shown?.viewer.deckFacets ?? noFacets,
    loading,
    failed: !loading && !data?.viewer.decks && error !== undefined,
    error,
    refetch,
  };
}
