import { assertDeckFits, newDeck, type Deck, type DeckFields } from '../domain/deck.ts';
import { assertNotErased } from '../domain/learner.ts';
import type { Asker, Transact, Unit } from './unit.ts';

interface Needs {
  transact: Transact;
  nextDeckId(): Promise<number>;
  now(): Date;
}

/** Counts one more deck of a learner inside the transaction, so that parallel calls cannot pass the limit. */
export async function takeDeckPlace({ learners }: Pick<Unit, 'learners'>, ownerId: number) {
  const learner = await learners.countDecks(ownerId, 1);
  assertNotErased(learner);
  assertDeckFits(learner.deckCount);
}

export const createDeck =
  ({ transact, nextDeckId, now }: Needs) =>
  async (fields: DeckFields, { userId }: Asker): Promise<Deck> => {
    const origin = { id: await nextDeckId(), ownerId: userId, catalogId: null, cardCount: 0, at: now() };
    const deck = newDeck(fields, origin);
    return transact(async (unit) => {
      await takeDeckPlace(unit, userId);
      await unit.decks.insert(deck);
      await unit.tell([{ happened: 'deck-created', deck }]);
      return deck;
    });
  };
