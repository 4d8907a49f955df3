import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { find, type PaletteEntry } from './find.ts';

const pauseMs = 250;

interface Search {
  text: string;
  /** Whether more may follow. */
  isPart: boolean;
  found: PaletteEntry[];
  failed: boolean;
}

const nothing: Search = { text: '', found: [], failed: false, isPart: false };

/** Search results, requested a moment after the last key. */
export function useSearch(typed: string): Search & { isBusy: boolean } {
  const client = useApolloClient();
  const [search, setSearch] = useState<Search>(nothing);
  const text = typed.trim();
  useEffect(() => {
    if (text === '') return;
    let left = false;
    const show = (found: PaletteEntry[]) => {
      if (!left) setSearch({ text, found, failed: false, isPart: true });
      return !left;
    };
    /** What was found before a failure stays. */
    const end = (failed: boolean) =>
      left ||
      setSearch((last) => ({ text, found: last.text === text ? last.found : [], failed, isPart: false }));
    const timer = setTimeout(() => {
      find(client, text, show).then(
        () => void end(false),
        () => void end(true),
      );
    }, pauseMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [client, text]);
  if (text === '') return { ...nothing, isBusy: false };
  return { ...search, isBusy: search.isPart || search.text !== text };
}
