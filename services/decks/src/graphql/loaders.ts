import { requirePrincipal, type GraphQLAsker } from '@kumbuka/service-kit';
import DataLoader from 'dataloader';
import type { Card } from '../domain/card.ts';
import type { Deck } from '../domain/deck.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

export interface Loaders {
  /** Null for a deck that is gone or another's. */
  decks: DataLoader<number, Deck | null>;
  cards: DataLoader<number, Card | null>;
}

/** One read for all decks, and one for all cards, that a request names; only those of the asker. */
export const loadersFor = (
  { findDecks, findCards }: Pick<UseCases, 'findDecks' | 'findCards'>,
  asker: GraphQLAsker,
): Loaders => ({
  decks: new DataLoader(async (ids) => findDecks(ids, requirePrincipal(asker))),
  cards: new DataLoader(async (ids) => findCards(ids, requirePrincipal(asker))),
});

/** After a change, what was read before it is out of date. */
export function forget({ decks, cards }: Loaders) {
  decks.clearAll();
  cards.clearAll();
}
