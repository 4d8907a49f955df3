import { DeckNotFound } from '../domain/errors.ts';
import { deckDeletedFact } from '../domain/facts.ts';
import type { Asker, Transact } from './unit.ts';

interface Needs {
  transact: Transact;
  now(): Date;
}

/** Deck and cards go in one transaction: at most 10,000 small deletions, and nobody sees half of it. */
export const deleteDeck =
  ({ transact, now }: Needs) =>
  async (id: number, { userId }: Asker): Promise<void> =>
    transact(async ({ decks, cards, learners, tell }) => {
      const deck = await decks.remove(userId, id);
      if (!deck) throw new DeckNotFound();
      await cards.removeOfDeck(userId, id);
      await learners.countDecks(userId, -1);
      await tell([deckDeletedFact(deck, now())]);
    });
