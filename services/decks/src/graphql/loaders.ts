import { limits } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import DataLoader from 'dataloader';
import type { Card } from '../domain/card.ts';
import type { Deck } from '../domain/deck.ts';
import type { UseCases } from '../use-cases/use-cases.ts';
import { createCardReads, type CardReads } from './card-reads.ts';

export interface Loaders {
  /** Every read of cards goes through it. */
  readCards: CardReads;
  /** Null for a deck that is gone or another's. */
  decks: DataLoader<number, Deck | null>;
  cards: DataLoader<number, Card | null>;
}

/** One read for all decks, and one for each hundred cards, that a request names; only those of who asks. */
export function createLoaders(
  { findDecks, findCards }: Pick<UseCases, 'findDecks' | 'findCards'>,
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
  };
}

/** After a change, what was read before it is out of date. */
export function clearLoaders({ decks, cards }: Loaders) {
  decks.clearAll();
  cards.clearAll();
}
