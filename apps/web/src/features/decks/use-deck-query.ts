import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readDeckQuery, writeDeckQuery, type DeckQuery } from './deck-query.ts';

/** The list's state in the address. */
export function useDeckQuery() {
  const [params, setParams] = useSearchParams();
  const query = readDeckQuery(params);
  const setQuery = useCallback(
    (change: (before: DeckQuery) => DeckQuery) =>
      setParams((before) => writeDeckQuery(change(readDeckQuery(before))), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  );
  return { query, setQuery };
}
