import { t } from '@lingui/core/macro';
import { useCallback, useEffect } from 'react';
import { useSettling } from '../../../shared/decks/settling.ts';
import { useExistingPage } from '../../../shared/hooks/use-page-in-address.ts';
import { useNotify } from '../../../shared/ui/states/snackbars.tsx';
import { useDeckList } from './use-deck-list.ts';
import { useDecksView, type DecksView } from './use-decks-view.ts';
import { useDeckQuery } from './use-deck-query.ts';

export type ShownDecks = ReturnType<typeof useShownDecks>;

/** The page of decks that the address names, and the filters that found them. */
export function useShownDecks() {
  const { query, setQuery } = useDeckQuery();
  const [view, chooseView] = useDecksView();
  const list = useDeckList(query, view);
  const { decks, failed, loading, refetch } = list;
  const notify = useNotify();
  const setPage = useCallback((page: number) => setQuery((now) => ({ ...now, page })), [setQuery]);
  useExistingPage({
    page: query.page,
    setPage,
    totalPages: loading ? undefined : decks?.pageInfo.totalPages,
  });
  useSettling(decks?.items, refetch);

  // Earlier rows stay on the screen, and the snackbar says why they are not the new ones.
  const hasRows = decks !== null;
  useEffect(() => {
    if (failed && hasRows) notify(t`Failed to load decks. Please try again later.`, 'error');
  }, [failed, hasRows, notify]);
  return {
    ...list,
    query,
    setQuery,
    setPage,
    view,
    /** Goes to the first page, because the views have pages of different sizes. */
    setView: (next: DecksView) => {
      chooseView(next);
      setPage(1);
    },
  };
}
