import { useQuery } from '@apollo/client/react';
import { shownOf } from '../../shared/apollo/shown.ts';
import { variablesOf, type DeckQuery } from './deck-query.ts';
import { DecksScreenDocument } from './decks-page.generated.ts';

const noFacets = { subjects: [], categories: [] };

/** Rows of before stay on the screen while the next ones are fetched; rows of another search are no answer to this one. */
export function useDeckList(query: DeckQuery) {
  const asked = { query: DecksScreenDocument, variables: variablesOf(query) };
  const result = useQuery(asked.query, { variables: asked.variables });
  const { data, loading, error, refetch, client } = result;
  const shown = shownOf(result, () => client.readQuery(asked));
  return {
    decks: shown?.viewer.decks ?? null,
    facets: shown?.viewer.deckFacets ?? noFacets,
    loading,
    failed: !loading && !data?.viewer.decks && error !== undefined,
    error,
    refetch,
  };
}
