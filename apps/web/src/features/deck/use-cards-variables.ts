import { limits } from '@kumbuka/contracts/constants';
import { cut } from '@kumbuka/text';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePageInAddress } from '../../shared/lib/use-page-in-address.ts';

/** Which of a deck's cards are shown: a page, and what they contain. It stands in the address, like the filters of My Decks. */
export function useCardsVariables() {
  const { page, setPage } = usePageInAddress();
  const [params, setParams] = useSearchParams();
  const find = cut(params.get('q') ?? '', limits.searchText);
  const setFind = useCallback(
    (text: string) => setParams(text === '' ? {} : { q: text }, { replace: true, preventScrollReset: true }),
    [setParams],
  );
  /** A page of all cards, whatever was searched for. */
  const showAll = useCallback(
    (wanted: number) =>
      setParams(wanted > 1 ? { page: String(wanted) } : {}, { replace: true, preventScrollReset: true }),
    [setParams],
  );
  return { page, setPage, find, setFind, showAll };
}
