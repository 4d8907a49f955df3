import { readList, writeList } from '../study/stored-list.ts';

const keyOf = (userId: string) => `kumbuka.kept-decks.${userId}`;

/** Ids of the decks that a learner keeps on this device. A sign-out forgets them. */
export const pinnedDecks = (userId: string): string[] =>
  readList(keyOf(userId)).filter((id) => typeof id === 'string');

export function pinDeck(userId: string, deckId: string, isPinned: boolean): void {
  const others = pinnedDecks(userId).filter((id) => id !== deckId);
  writeList(keyOf(userId), isPinned ? [...others, deckId] : others);
}
