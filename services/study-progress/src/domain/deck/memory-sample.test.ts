import { limits } from '@kumbuka/contracts';
import { expect, test } from 'vitest';
import {
  sampleOf,
  withoutSampled,
  withResampled,
  withSampled,
  type MemorySample,
  type SampledCard,
} from './memory-sample.ts';

const aCard = (cardId: number, stability: number | null = null): SampledCard => ({
  cardId,
  stability,
  lastDay: stability === null ? null : 20_000,
  dueDay: stability === null ? null : 20_010,
});
const cardsTo = (count: number) => Array.from({ length: count }, (_, index) => aCard(1_000 + index));
const added = (cards: readonly SampledCard[]): MemorySample => cards.reduce<MemorySample>(withSampled, []);

test('a small deck is its own sample', () => {
  expect(new Set(added(cardsTo(20)))).toEqual(new Set(cardsTo(20)));
});

test('the sample of a large deck does not depend on the order in which its cards came', () => {
  const cards = cardsTo(1_000);
  expect(added(cards)).toHaveLength(limits.memoryTicks);
  expect(added(cards)).toEqual(added(cards.toReversed()));
  expect(added(cards)).toEqual(sampleOf(cards));
});

test('the sample of a large deck has cards of every age', () => {
  const sample = added(cardsTo(1_000)) ?? [];
  const ofQuarter = (quarter: number) =>
    sample.filter(({ cardId }) => Math.floor((cardId - 1_000) / 250) === quarter).length;
  for (const quarter of [0, 1, 2, 3]) expect(ofQuarter(quarter)).toBeGreaterThanOrEqual(9);
});

test('an answer shows in the sample when its card is in it, and leaves it as it is when not', () => {
  const cards = cardsTo(1_000);
  const sample = added(cards);
  const [first] = sample ?? [];
  const others = cards.filter(({ cardId }) => !sample?.some((each) => each.cardId === cardId));
  expect(withResampled(sample, aCard(first?.cardId ?? 0, 9))?.[0]).toEqual(aCard(first?.cardId ?? 0, 9));
  expect(withResampled(sample, aCard(others[0]?.cardId ?? 0, 9))).toBe(sample);
});

test('a deleted card leaves the sample of a small deck complete, and that of a large deck to be filled again', () => {
  const small = added(cardsTo(20));
  expect(withoutSampled(small, 1_003, 19)).toEqual(
    added(cardsTo(20).filter(({ cardId }) => cardId !== 1_003)),
  );
  const large = added(cardsTo(1_000));
  expect(withoutSampled(large, large?.[5]?.cardId ?? 0, 999)).toBeNull();
  expect(withoutSampled(large, 5, 999)).toBe(large);
});
