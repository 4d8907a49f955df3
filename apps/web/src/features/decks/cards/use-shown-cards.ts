import { useSettling } from '../../../shared/decks/settling.ts';
import { useExistingPage } from '../../../shared/hooks/use-page-in-address.ts';
import { useCardsVariables } from './use-cards-variables.ts';
import { cardsPerPage, useCardsView, type CardsView } from './use-cards-view.ts';
import { useDeck } from '../deck/use-deck.ts';

export type ShownCards = ReturnType<typeof useShownCards>;

/** A deck with the page of its cards that the address names, and the view in which they are shown. */
export function useShownCards(deckId: string) {
  const [view, chooseView] = useCardsView();
  const perPage = cardsPerPage[view];
  const variables = useCardsVariables();
  const { page, setPage, find, marked } = variables;
  const result = useDeck(deckId, { page, perPage, find, marked });
  const { deck, cards, loading, refetch } = result;
  useExistingPage({ page, setPage, totalPages: loading ? undefined : cards?.pageInfo.totalPages });
  useSettling(deck && [deck], refetch);
  return {
    ...variables,
    ...result,
    isFiltered: find !== '' || marked !== null,
    view,
    /** Goes to the first page, because the views have pages of different sizes. */
    setView: (next: CardsView) => {
      chooseView(next);
      setPage(1);
    },
    perPage,
  };
}
