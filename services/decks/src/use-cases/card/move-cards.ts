import type { Principal } from '@kumbuka/identity';
import { moveCard, type Card } from '../../domain/card.ts';
import { FlashcardNotFound } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';
import { resizeDecks } from '../resize-decks.ts';

/**
 * Moves the learner's cards to another of the learner's decks, all or none, and returns them without deleted ones.
 * Throws `FlashcardNotFound` when every card was deleted. A repeat changes nothing.
 */
export const moveCards =
  ({ transact, now }: Pick<Ports, 'transact' | 'now'>) =>
  async (ids: readonly number[], toDeckId: number, { userId }: Principal): Promise<Card[]> =>
    transact(async (unit) => {
      const found = await unit.cards.findMany(userId, [...new Set(ids)]);
      if (found.length === 0) throw new FlashcardNotFound();
      const moving = found.filter(({ deckId }) => deckId !== toDeckId);
      const moves = moving.map((card) => ({ card: moveCard(card, toDeckId), fromDeckId: card.deckId }));
      const moved = moves.map(({ card }) => card);
      await resizeDecks(unit, userId, moving, moved);
      if (moves.length > 0) await unit.cards.saveMoves(moved);
      const at = now();
      unit.record(moves.map((move) => ({ type: 'card-moved', ...move, at }) as const));
      return found.map((card) => moveCard(card, toDeckId));
    });
