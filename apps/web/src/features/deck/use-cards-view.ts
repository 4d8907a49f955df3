import { useState } from 'react';
import { localStore } from '../../shared/lib/storage.ts';

export type CardsView = 'cards' | 'table';

const key = 'kumbuka.cards-view';
const perPage = { cards: 10, table: 50 } as const;

/** How the cards of decks are shown, remembered in this browser, and how many of them a page has. */
export function useCardsView() {
  const [view, setView] = useState<CardsView>(() =>
    localStore.getItem(key) === 'table' ? 'table' : 'cards',
  );
  const choose = (next: CardsView) => {
    localStore.setItem(key, next);
    setView(next);
  };
  return { view, choose, perPage: perPage[view] };
}
