import type { Principal } from '@kumbuka/identity';
import DataLoader from 'dataloader';
import type { Card } from '../domain/card/card.ts';
import type { Deck } from '../domain/deck/deck.ts';
import type { MemoryTick } from '../domain/deck/memory-ticks.ts';
import type { LearnerNow } from '../domain/learner/dashboard.ts';
import type { Learner } from '../domain/learner/learner.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

export interface Loaders {
  /** The caller; the key is the user id. */
  learners: DataLoader<number, Learner>;
  /** `null` for a deck that is deleted, unknown or another learner's. */
  decks: DataLoader<number, Deck | null>;
  cards: DataLoader<number, Card | null>;
  memories: DataLoader<number, MemoryTick[]>;
  /** The caller's decks with due cards; the key is the user id. */
  dueDecks: DataLoader<number, { deckId: number; dueCount: number }[]>;
}

export type Reads = Pick<
  UseCases,
  'findLearner' | 'findDecks' | 'findCards' | 'readMemories' | 'readDueDecks'
>;

/** Batches the reads of one request; only the caller's own data is returned. */
export const createLoaders = (
  useCases: Reads,
  principal: () => Principal,
  learnerNow: () => Promise<LearnerNow>,
): Loaders => ({
  learners: new DataLoader((ids) => Promise.all(ids.map((userId) => useCases.findLearner({ userId })))),
  decks: new DataLoader(async (ids) => useCases.findDecks(ids, principal())),
  cards: new DataLoader(async (ids) => useCases.findCards(ids, principal())),
  memories: new DataLoader(async (ids) => useCases.readMemories(ids, await learnerNow())),
  dueDecks: new DataLoader(async (ids) => {
    const decks = await useCases.readDueDecks(await learnerNow());
    return ids.map(() => decks);
  }),
});

/** Clears cached reads after a mutation. */
export function clearLoaders({ learners, decks, cards, memories, dueDecks }: Loaders) {
  for (const loader of [learners, decks, cards, memories, dueDecks]) loader.clearAll();
}
