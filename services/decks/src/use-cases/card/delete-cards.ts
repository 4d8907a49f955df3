import type { Principal } from '@kumbuka/identity';
import { sizeOf, type Card } from '../../domain/card.ts';
import { cardRemoved } from '../../domain/events.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

async function shrinkDecks({ decks }: UnitOfWork, ownerId: number, gone: readonly Card[]) {
  for (const [deckId, cards] of Map.groupBy(gone, (card) => card.deckId)) {
    const { cardCount, textBytes } = sizeOf(cards);
    await decks.incrementSize(ownerId, deckId, { cardCount: -cardCount, textBytes: -textBytes });
  }
}

/** Deletes the learner's cards, all or none. Cards that are gone already, or another learner's, are left out. */
export const deleteCards =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (ids: readonly number[], { userId }: Principal): Promise<void> =>
    transact(async (unit) => {
      const gone = await unit.cards.findMany(userId, [...new Set(ids)]);
      if (gone.length === 0) return;
      await unit.cards.removeMany(
        userId,
        gone.map(({ id }) => id),
      );
      await shrinkDecks(unit, userId, gone);
      const at = now();
      unit.record(gone.map((card) => cardRemoved(card, at)));
    });
