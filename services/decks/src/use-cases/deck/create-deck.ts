import type { Principal } from '@kumbuka/identity';
import { assertDeckFits, emptyDeck, newDeck, type Deck, type DeckFields } from '../../domain/deck.ts';
import { assertNotErased } from '../../domain/learner.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

/** Counts a new deck inside the transaction, so that parallel calls cannot exceed the limit. */
export async function takeDeckPlace({ learners }: Pick<UnitOfWork, 'learners'>, ownerId: number) {
  const learner = await learners.incrementDeckCount(ownerId, 1);
  assertNotErased(learner);
  assertDeckFits(learner.deckCount);
}

export const createDeck =
  ({ transact, newDeckId, now }: Pick<Ports, 'transact' | 'newDeckId' | 'now'>) =>
  async (fields: DeckFields, { userId }: Principal): Promise<Deck> => {
    const origin = { id: await newDeckId(), ownerId: userId, catalogId: null, ...emptyDeck, at: now() };
    const deck = newDeck(fields, origin);
    return transact(async (unit) => {
      await takeDeckPlace(unit, userId);
      await unit.decks.insert(deck);
      unit.record([{ type: 'deck-created', deck }]);
      return unit.rememberResponse(deck);
    });
  };
