import { limits } from '@kumbuka/contracts';
import type { CardOutline } from '../card/card.ts';

/** What a tick of the memory edge is made of. */
export type SampledCard = Pick<CardOutline, 'cardId' | 'stability' | 'lastDay' | 'dueDay'>;

/**
 * The cards that stand for all of a deck's in its memory edge: those that come first in an order that has nothing to
 * do with age or memory. Null when one of them went and others have to be looked for.
 */
export type MemorySample = readonly SampledCard[] | null;

/** Multiplying by 2^32 divided by the golden ratio spreads ids in a row evenly over the order. */
const rankOf = (cardId: number): number => Math.imul(cardId, 2_654_435_761) >>> 0;
const byRank = (a: SampledCard, b: SampledCard) => rankOf(a.cardId) - rankOf(b.cardId) || a.cardId - b.cardId;

const sampled = ({ cardId, stability, lastDay, dueDay }: SampledCard): SampledCard => ({
  cardId,
  stability,
  lastDay,
  dueDay,
});

/** The sample of all cards of a deck. */
export const sampleOf = (cards: readonly SampledCard[]): readonly SampledCard[] =>
  cards.map(sampled).sort(byRank).slice(0, limits.memoryTicks);

/** With one more card of the deck. */
export const withSampled = (sample: MemorySample, card: SampledCard): MemorySample =>
  sample && sampleOf([...sample, card]);

/** With what is new about a card of the deck. */
export function withResampled(sample: MemorySample, card: SampledCard): MemorySample {
  if (!sample?.some(({ cardId }) => cardId === card.cardId)) return sample;
  return sample.map((each) => (each.cardId === card.cardId ? sampled(card) : each));
}

/** Without a card; `left` are the deck's cards that stay. */
export function withoutSampled(sample: MemorySample, gone: number, left: number): MemorySample {
  if (!sample?.some(({ cardId }) => cardId === gone)) return sample;
  const rest = sample.filter(({ cardId }) => cardId !== gone);
  return rest.length === left ? rest : null;
}
