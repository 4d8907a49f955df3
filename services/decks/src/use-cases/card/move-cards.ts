import type { Principal } from '@kumbuka/identity';
import { assertCardFits, moveCard, sizeOf, type Card } from '../../domain/card.ts';
import type { DeckSize } from '../../domain/deck.ts';
import { DeckNotFound, FlashcardNotFound } from '../../domain/errors.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

/** What each deck gains or loses, by ascending id. */
function sizeChanges(moving: readonly Card[], toDeckId: number): [number, DeckSize][] {
  const changes = new Map([[toDeckId, sizeOf(moving)]]);
  for (const [deckId, cards] of Map.groupBy(moving, (card) => card.deckId)) {
    const { cardCount, textBytes } = sizeOf(cards);
    changes.set(deckId, { cardCount: -cardCount, textBytes: -textBytes });
  }
  return [...changes].toSorted(([a], [b]) => a - b);
}

/**
 * Changes the sizes of all decks involved, which also blocks their deletion until the transaction ends. All callers
 * take the decks in the same order: of two opposite moves, one wins at the first deck and the other one repeats.
 */
async function resizeDecks(
  { decks }: UnitOfWork,
  ownerId: number,
  moving: readonly Card[],
  toDeckId: number,
) {
  for (const [deckId, change] of sizeChanges(moving, toDeckId)) {
    const deck = await decks.incrementSize(ownerId, deckId, change);
    if (!deck) throw new DeckNotFound();
    if (deckId === toDeckId) assertCardFits(deck);
  }
}

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
      await resizeDecks(unit, userId, moving, toDeckId);
      const moves = moving.map((card) => ({ card: moveCard(card, toDeckId), fromDeckId: card.deckId }));
      if (moves.length > 0) await unit.cards.saveMoves(moves.map(({ card }) => card));
      const at = now();
      unit.record(moves.map((move) => ({ type: 'card-moved', ...move, at }) as const));
      return found.map((card) => moveCard(card, toDeckId));
    });
