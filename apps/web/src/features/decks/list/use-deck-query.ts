import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { localStore } from '../../../shared/browser/storage.ts';
import { firstQuery, isSort, readDeckQuery, writeDeckQuery, type DeckQuery } from './deck-query.ts';

const key = 'kumbuka.decks-order';

function usualSort(): DeckQuery['sort'] {
  const stored = localStore.getItem(key) ?? '';
  return isSort(stored) ? stored : firstQuery.sort;
}

/** The list's state in the address. An address without an order has the one that was last chosen in this browser. */
export function useDeckQuery() {
  const [params, setParams] = useSearchParams();
  const query = readDeckQuery(params, usualSort());
  const setQuery = useCallback(
    (change: (before: DeckQuery) => DeckQuery) =>
      setParams(
        (address) => {
          const before = readDeckQuery(address, usualSort());
          const after = change(before);
          if (after.sort !== before.sort) localStore.setItem(key, after.sort);
          return writeDeckQuery(after, usualSort());
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return { query, setQuery };
}
