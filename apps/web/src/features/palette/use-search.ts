import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { useMatch } from 'react-router-dom';
import { find, type PaletteEntry } from './find.ts';

const pauseMs = 250;

/** Id of the deck that the current page shows; `null` without one. */
function useDeckHere(): string | null {
  const deck = useMatch('/mydecks/:deckId');
  const session = useMatch('/study/:deckId');
  const id = deck?.params.deckId ?? session?.params.deckId;
  return id && /^\d+$/.test(id) ? id : null;
}

interface Search {
  text: string;
  found: PaletteEntry[];
  failed: boolean;
}

/** Search results, requested a moment after the last key. */
export function useSearch(typed: string): Search & { isBusy: boolean } {
  const client = useApolloClient();
  const here = useDeckHere();
  const [search, setSearch] = useState<Search>({ text: '', found: [], failed: false });
  const text = typed.trim();
  useEffect(() => {
    if (text === '') return;
    let left = false;
    const timer = setTimeout(() => {
      find(client, text, here).then(
        (found) => void (left || setSearch({ text, found, failed: false })),
        () => void (left || setSearch({ text, found: [], failed: true })),
      );
    }, pauseMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [client, here, text]);
  if (text === '') return { text, found: [], failed: false, isBusy: false };
  return { ...search, isBusy: search.text !== text };
}
