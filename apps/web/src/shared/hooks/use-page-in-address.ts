import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Returns the page number in an address; 1 for an absent or invalid one. */
export function pageOf(params: URLSearchParams): number {
  const page = Number(params.get('page'));
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** Page of a list, kept in the address for reloads and the Back button. */
export function usePageInAddress() {
  const [params, setParams] = useSearchParams();
  const setPage = useCallback(
    (page: number) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (page > 1) after.set('page', String(page));
          else after.delete('page');
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  return { page: pageOf(params), setPage };
}

interface ListPage {
  page: number;
  /** Left out while the list is not known. */
  totalPages: number | undefined;
  setPage: (page: number) => void;
}

/** Goes to the last page when the current one no longer exists, because its last item was deleted. */
export function useExistingPage({ page, totalPages, setPage }: ListPage) {
  const lastPage = Math.max(1, totalPages ?? page);
  useEffect(() => {
    if (page > lastPage) setPage(lastPage);
  }, [page, lastPage, setPage]);
}
