import { limits } from '@kumbuka/contracts/constants';
import { cut } from '@kumbuka/text';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePageInAddress } from '../../../shared/hooks/use-page-in-address.ts';

export type CardMark = 'FLAGGED' | 'SUSPENDED';

const inAddress: Record<CardMark, string> = { FLAGGED: 'flagged', SUSPENDED: 'suspended' };
const markOf = (text: string | null): CardMark | null =>
  text === inAddress.FLAGGED ? 'FLAGGED' : text === inAddress.SUSPENDED ? 'SUSPENDED' : null;

/**
 * Page and filters of a deck's cards. They are in the address, like the filters of My Decks. A change of a filter goes
 * to the first page.
 */
export function useCardsVariables() {
  const { page, setPage } = usePageInAddress();
  const [params, setParams] = useSearchParams();
  const find = cut(params.get('q') ?? '', limits.searchText);
  const marked = markOf(params.get('marked'));
  const setFilters = useCallback(
    (next: { find: string; marked: CardMark | null }) =>
      setParams(
        {
          ...(next.find === '' ? {} : { q: next.find }),
          ...(next.marked ? { marked: inAddress[next.marked] } : {}),
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  /** A page of all cards, without filters. */
  const showAll = useCallback(
    (wanted: number) =>
      setParams(wanted > 1 ? { page: String(wanted) } : {}, { replace: true, preventScrollReset: true }),
    [setParams],
  );
  return {
    page,
    setPage,
    find,
    setFind: (text: string) => setFilters({ find: text, marked }),
    marked,
    setMarked: (mark: CardMark | null) => setFilters({ find, marked: mark }),
    clear: () => setFilters({ find: '', marked: null }),
    showAll,
  };
}
