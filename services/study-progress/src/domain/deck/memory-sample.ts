import { limits } from '@kumbuka/contracts';
import type { CardOutline } from '../card/card.ts';

/** Input of one tick of the memory edge. */
export type SampledCard = Pick<CardOutline, 'cardId' | 'stability' | 'lastDay' | 'dueDay'>;

/**
 * Sample of cards that represents a deck in its memory edge: the first cards by a rank independent of age and
 * memory. `null` after a sampled card was removed and the sample has to be drawn again.
 */
export type MemorySample = readonly SampledCard[] | null;

/** Multiplicative hash (2^32 divided by the golden ratio): spreads consecutive ids evenly. */
const rankOf = (cardId: number): number => Math.imul(cardId, 2_654_435_761) >>> 0;
const byRank = (a: SampledCard, b: SampledCard) => rankOf(a.cardId) - rankOf(b.cardId) || a.cardId - b.cardId;

const sampled = ({ cardId, stability, lastDay, dueDay }: SampledCard): SampledCard => ({
  cardId,
  stability,
  lastDay,
  dueDay,
});

/** Draws the sample from all cards of a deck. */
export const sampleOf = (cards: readonly SampledCard[]): readonly SampledCard[] =>
  cards.map(sampled).sort(byRank).slice(0, limits.memoryTicks);

/** Adds a card of the deck. */
export const withSampled = (sample: MemorySample, card: SampledCard): MemorySample =>
  sample && sampleOf([...sample, card]);

/** Updates a card of the deck. */
export function withResampled(sample: MemorySample, card: SampledCard): MemorySample {
  if (!sample?.some(({ cardId }) => cardId === card.cardId)) return sample;
  return sample.map((each) => (each.cardId === card.cardId ? sampled(card) : each));
}

/** Removes a card; `left` is the number of remaining cards in the deck. */
export function withoutSampled(sample: MemorySample, gone: number, left: number): MemorySample {
  if (!sample?.some(({ cardId }) => cardId === gone)) return sample;
  const rest = sample.filter(({ cardId }) => cardId !== gone);
  return rest.length === left ? rest : null;
}
