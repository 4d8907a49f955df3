import type { CardSides } from './card.ts';
import type { DeckFields } from './deck.ts';

/** A deck that everyone may copy. Its id never changes and is never used again. */
export interface StarterDeck extends DeckFields {
  id: number;
  cards: CardSides[];
}

/** The starter decks of an editor's files, in order of id. */
export interface Catalog {
  decks: readonly StarterDeck[];
  find(id: number): StarterDeck | undefined;
}

export function catalogOf(decks: readonly StarterDeck[]): Catalog {
  const sorted = decks.toSorted((left, right) => left.id - right.id);
  const byId = new Map(sorted.map((deck) => [deck.id, deck]));
  return { decks: sorted, find: (id) => byId.get(id) };
}

/** The ids to copy, each once, in the order asked. */
export const chosenIds = (ids: readonly number[]): number[] => [...new Set(ids)];
