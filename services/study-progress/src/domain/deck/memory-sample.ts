import { type Shelf, shownDueDay } from '@kumbuka/schedule';
import { limits } from '@kumbuka/contracts';
import type { CardOutline } from '../card/card.ts';

/** Input of one tick of the memory edge. */
export type SampledCard = Pick<CardOutline, 'cardId' | 'stability' | 'lastDay' | 'dueDay'>;
type Sampled = SampledCard & Partial<Shelf>;

/**
 * Sample of cards that represents a deck in its memory edge: the first cards by a rank independent of age and
 * memory. `null` after a sampled card was removed and the sample has to be drawn again.
 */
export type MemorySample = readonly SampledCard[] | null;

/** Multiplicative hash (2^32 divided by the golden ratio): spreads consecutive ids evenly. */
const rankOf = (cardId: number): number => Math.imul(cardId, 2_654_435_761) >>> 0;
const byRank = (a: SampledCard, b: SampledCard) => rankOf(a.cardId) - rankOf(b.cardId) || a.cardId - b.cardId;

/** Reduces a card to what its tick needs; a card that is left out of study is not due. */
export const sampledOf = (card: Sampled): SampledCard => ({
  cardId: card.cardId,
  stability: card.stability,
  lastDay: card.lastDay,
  dueDay: shownDueDay(card),
});
const firstByRank = (cards: readonly SampledCard[]): readonly SampledCard[] =>
  cards.toSorted(byRank).slice(0, limits.memoryTicks);

/** Draws the sample from all cards of a deck. */
export const sampleOf = (cards: readonly Sampled[]): readonly SampledCard[] =>
  firstByRank(cards.map(sampledOf));

/** Adds a card of the deck. */
export const withSampled = (sample: MemorySample, card: Sampled): MemorySample =>
  sample && firstByRank([...sample, sampledOf(card)]);

/** Updates a card of the deck. */
export function withResampled(sample: MemorySample, card: Sampled): MemorySample {
  if (!sample?.some(({ cardId }) => cardId === card.cardId)) return sample;
  return sample.map((each) => (each.cardId === card.cardId ? sampledOf(card) : each));
}

/** Removes a card; `left` is the number of remaining cards in the deck. */
export function withoutSampled(sample: MemorySample, gone: number, left: number): MemorySample {
  if (!sample?.some(({ cardId }) => cardId === gone)) return sample;
  const rest = sample.filter(({ cardId }) => cardId !== gone);
  return rest.length === left ? rest : null;
}
