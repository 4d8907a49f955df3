import { useState } from 'react';
import { localStore } from '../../shared/lib/storage.ts';

export type DecksView = 'tiles' | 'list';

const key = 'kumbuka.decks-view';

/** How My Decks is shown, remembered in this browser. */
export function useDecksView() {
  const [view, setView] = useState<DecksView>(() => (localStore.getItem(key) === 'list' ? 'list' : 'tiles'));
  const choose = (next: DecksView) => {
    localStore.setItem(key, next);
    setView(next);
  };
  return { view, choose };
}
