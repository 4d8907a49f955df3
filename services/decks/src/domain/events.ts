import { cardsPerEvent } from '@kumbuka/contracts';
import type { Card } from './card.ts';
import type { Deck, DeckField } from './deck.ts';
import type { ImportRun } from './import/import-run.ts';

/** Domain events to publish; aggregates carry the version after the change. */
export type DomainEvent =
  | { type: 'deck-created'; deck: Deck }
  | { type: 'deck-updated'; deck: Deck; fields: DeckField[] }
  | { type: 'deck-deleted'; deck: Deck; at: Date }
  | { type: 'deck-restored'; deck: Deck; at: Date }
  | { type: 'card-added'; card: Card }
  /** Cards of one deck that were added together. */
  | { type: 'cards-added'; cards: readonly [Card, ...Card[]] }
  | { type: 'card-edited'; card: Card }
  | { type: 'card-suspension-changed'; card: Card; at: Date }
  | { type: 'card-moved'; card: Card; fromDeckId: number; at: Date }
  | { type: 'card-removed'; card: Card; at: Date }
  | { type: 'import-finished'; run: ImportRun; startedAt: Date; at: Date };

const isSeveral = (cards: readonly Card[]): cards is readonly [Card, Card, ...Card[]] => cards.length > 1;

const batchesOf = (cards: readonly Card[]) =>
  Array.from({ length: Math.ceil(cards.length / cardsPerEvent) }, (_, index) =>
    cards.slice(index * cardsPerEvent, (index + 1) * cardsPerEvent),
  );

/** Events of cards that were added to one deck together. A batch has one time; cards made offline have their own. */
export function cardsAdded(cards: readonly Card[]): DomainEvent[] {
  const ofOneTime = [...Map.groupBy(cards, ({ createdAt }) => createdAt.getTime()).values()];
  return ofOneTime
    .flatMap(batchesOf)
    .flatMap((batch): DomainEvent[] =>
      isSeveral(batch)
        ? [{ type: 'cards-added', cards: batch }]
        : batch.map((card) => ({ type: 'card-added', card })),
    );
}

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

/** A card that came back to its deck: for consumers a move within it. */
export const cardRestored = (card: Card, at: Date): DomainEvent => ({
  type: 'card-moved',
  card,
  fromDeckId: card.deckId,
  at,
});
