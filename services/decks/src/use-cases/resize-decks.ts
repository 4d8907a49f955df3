import { assertCardFits, sizeOf, type Card } from '../domain/card.ts';
import type { DeckSize } from '../domain/deck.ts';
import { DeckNotFound } from '../domain/errors.ts';
import type { UnitOfWork } from './ports.ts';

/** Differences of the sizes of decks between two lists of cards, by ascending deck id. */
function differences(before: readonly Card[], after: readonly Card[]): [number, DeckSize][] {
  const [gone, come] = [before, after].map((cards) => Map.groupBy(cards, ({ deckId }) => deckId));
  const deckIds = [...new Set([...before, ...after].map(({ deckId }) => deckId))].toSorted((a, b) => a - b);
  return deckIds.map((deckId) => {
    const [was, is] = [sizeOf(gone?.get(deckId) ?? []), sizeOf(come?.get(deckId) ?? [])];
    return [deckId, { cardCount: is.cardCount - was.cardCount, textBytes: is.textBytes - was.textBytes }];
  });
}

/**
 * Changes the sizes of the decks of cards that change, which also blocks the deletion of these decks until the
 * transaction ends. All callers take the decks in the same order: of two opposite moves, one wins at the first deck and
 * the other one repeats. Throws `LimitReached` for a deck that grows too large.
 */
export async function resizeDecks(
  { decks }: Pick<UnitOfWork, 'decks'>,
  ownerId: number,
  before: readonly Card[],
  after: readonly Card[],
): Promise<void> {
  for (const [deckId, change] of differences(before, after)) {
    if (change.cardCount === 0 && change.textBytes === 0) continue;
    const deck = await decks.incrementSize(ownerId, deckId, change);
    if (!deck) throw new DeckNotFound();
    if (change.cardCount > 0 || change.textBytes > 0) assertCardFits(deck);
  }
}
