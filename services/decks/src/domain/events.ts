import type { Card } from './card.ts';
import type { Deck, DeckField } from './deck.ts';

/** Domain events to publish; aggregates carry the version after the change. */
export type DomainEvent =
  | { type: 'deck-created'; deck: Deck }
  | { type: 'deck-updated'; deck: Deck; fields: DeckField[] }
  | { type: 'deck-deleted'; deck: Deck; at: Date }
  | { type: 'card-added'; card: Card }
  | { type: 'card-edited'; card: Card }
  | { type: 'card-suspension-changed'; card: Card; at: Date }
  | { type: 'card-moved'; card: Card; fromDeckId: number; at: Date }
  | { type: 'card-removed'; card: Card; at: Date };

const raised = <Thing extends { version: number }>(thing: Thing): Thing => ({
  ...thing,
  version: thing.version + 1,
});

export const deckDeleted = (deck: Deck, at: Date): DomainEvent => ({
  type: 'deck-deleted',
  deck: raised(deck),
  at,
});

export const cardRemoved = (card: Card, at: Date): DomainEvent => ({
  type: 'card-removed',
  card: raised(card),
  at,
});
