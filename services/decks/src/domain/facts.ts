import type { Card } from './card.ts';
import type { Deck, DeckField } from './deck.ts';

/** What happened and is told to others; the things carry the version that the happening gave them. */
export type Fact =
  | { happened: 'deck-created'; deck: Deck }
  | { happened: 'deck-updated'; deck: Deck; fields: DeckField[] }
  | { happened: 'deck-deleted'; deck: Deck; at: Date }
  | { happened: 'card-added'; card: Card }
  | { happened: 'card-edited'; card: Card }
  | { happened: 'card-removed'; card: Card; at: Date };

const raised = <Thing extends { version: number }>(thing: Thing): Thing => ({
  ...thing,
  version: thing.version + 1,
});

export const deckDeletedFact = (deck: Deck, at: Date): Fact => ({
  happened: 'deck-deleted',
  deck: raised(deck),
  at,
});

export const cardRemovedFact = (card: Card, at: Date): Fact => ({
  happened: 'card-removed',
  card: raised(card),
  at,
});
