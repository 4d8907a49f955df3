import type { Principal } from '@kumbuka/identity';
import { advance, beginAt } from '../../domain/advance.ts';
import { decideReset, type ResetRequest } from '../../domain/card/reset.ts';
import { FlashcardNotFound } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner/erased.ts';
import { liveCard } from '../../domain/study-state.ts';
import type { Ports } from '../ports.ts';
import { saveAdvance } from '../save-advance.ts';

/** Makes a card new again. A repeat changes nothing. Throws `FlashcardNotFound` for a card that is not the learner's. */
export const resetCard =
  ({ transact, now, newId }: Pick<Ports, 'transact' | 'now' | 'newId'>) =>
  (request: ResetRequest, { userId }: Pick<Principal, 'userId'>): Promise<void> =>
    transact(userId, async (unit) => {
      const state = await unit.studies.load(userId, { decks: [request.deckId], cards: [request.cardId] });
      assertNotErased(state);
      if (liveCard(state, request.cardId)?.deckId !== request.deckId) throw new FlashcardNotFound();
      const at = now();
      const entry = decideReset(state, request, { id: newId(), now: at });
      if (entry) await saveAdvance(unit, advance(beginAt(state), entry, at), at);
    });
