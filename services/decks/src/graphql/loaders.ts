import { limits } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import DataLoader from 'dataloader';
import type { Card } from '../domain/card.ts';
import type { Deck } from '../domain/deck.ts';
import type { Note } from '../domain/note.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import { createCardReads, type CardReads } from './card-reads.ts';

export interface Loaders {
  /** All card reads go through this limiter. */
  readCards: CardReads;
  /** `null` for a deck that is deleted or another learner's. */
  decks: DataLoader<number, Deck | null>;
  cards: DataLoader<number, Card | null>;
  /** Stored notes. */
  notes: DataLoader<number, Note | null>;
  /** Cards of stored notes. */
  cardsOfNotes: DataLoader<number, readonly Card[]>;
}

/**
 * Batches the reads of one request: one query for decks, one per hundred cards; the caller's own data only.
 */
export function createLoaders(
  {
    findDecks,
    findCards,
    findNotes,
    findCardsOfNotes,
  }: Pick<UseCases, 'findDecks' | 'findCards' | 'findNotes' | 'findCardsOfNotes'>,
  principal: () => Principal,
): Loaders {
  const readCards = createCardReads();
  return {
    readCards,
    decks: new DataLoader(async (ids) => findDecks(ids, principal())),
    cards: new DataLoader(
      async (ids) =>
        readCards(
          () => findCards(ids, principal()),
          (cards) => cards,
        ),
      { maxBatchSize: limits.perPage },
    ),
    notes: new DataLoader(async (ids) => findNotes(ids, principal()), { maxBatchSize: limits.perPage }),
    cardsOfNotes: new DataLoader(
      async (ids) =>
        readCards(
          () => findCardsOfNotes(ids, principal()),
          (cards) => cards.flat(),
        ),
      { maxBatchSize: limits.perPage },
    ),
  };
}

/** Clears cached reads after a mutation. */
export function clearLoaders({ decks, cards, notes, cardsOfNotes }: Loaders) {
  decks.clearAll();
  cards.clearAll();
  notes.clearAll();
  cardsOfNotes.clearAll();
}
