import type { Principal } from '@kumbuka/identity';
import { assertDeckFits, emptyDeck, newDeck, type Deck, type WrittenDeck } from '../../domain/deck.ts';
import { assertNotErased } from '../../domain/learner.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

/** Counts a new deck inside the transaction, so that parallel calls cannot exceed the limit. */
export async function takeDeckPlace({ learners }: Pick<UnitOfWork, 'learners'>, ownerId: number) {
  const learner = await learners.incrementDeckCount(ownerId, 1);
  assertNotErased(learner);
  assertDeckFits(learner.deckCount);
}

/** Deck that a client creates. */
export interface CreatedDeck extends WrittenDeck {
  clientId?: string | undefined;
}

/** Creates a deck; a repeat with the same client id returns the existing deck. */
export const createDeck =
  ({ transact, newDeckId, now }: Pick<Ports, 'transact' | 'newDeckId' | 'now'>) =>
  async ({ clientId, ...fields }: CreatedDeck, { userId }: Principal): Promise<Deck> => {
    const id = await newDeckId();
    const deck = newDeck(fields, { id, ownerId: userId, clientId, catalogId: null, ...emptyDeck, at: now() });
    return transact(async (unit) => {
      const existing = clientId ? await unit.decks.findByClientId(userId, clientId) : null;
      if (existing) return unit.rememberResponse(existing);
      await takeDeckPlace(unit, userId);
      await unit.decks.insert(deck);
      unit.record([{ type: 'deck-created', deck }]);
      return unit.rememberResponse(deck);
    });
  };
