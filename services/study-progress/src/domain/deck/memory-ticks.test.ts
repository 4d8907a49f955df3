import { standardParameters } from '@kumbuka/schedule';
import { describe, expect, test } from 'vitest';
import { masteryOf } from './deck.ts';
import { memoryTicks, sampleEvenly } from './memory-ticks.ts';

const today = 20_500;

describe('mastery', () => {
  test('is unknown before the first answer, not 0', () =>
    expect(masteryOf({ correct: 0, incorrect: 0 })).toBeNull());
  test('is the rounded percent of right answers', () => {
    expect(masteryOf({ correct: 2, incorrect: 1 })).toBe(67);
    expect(masteryOf({ correct: 199, incorrect: 51 })).toBe(80);
  });
});

describe('the memory of a deck', () => {
  const source = (stability: number | null, days = 5) => ({
    stability,
    lastDay: stability === null ? null : today - days,
    dueDay: stability === null ? null : today,
  });
  test('is strongest first, new cards last', () => {
    const ticks = memoryTicks([source(null), source(1), source(50)], today, standardParameters.weights);
    expect(ticks.map(({ recall }) => recall === null)).toEqual([false, false, true]);
    expect(ticks[0]?.recall).toBeGreaterThan(ticks[1]?.recall ?? 1);
    expect(ticks.map(({ isDue }) => isDue)).toEqual([true, true, false]);
  });
  test('is sampled evenly to 48', () => {
    const numbers = Array.from({ length: 1_000 }, (_, index) => index);
    const sampled = sampleEvenly(numbers, 48);
    expect(sampled).toHaveLength(48);
    expect(sampled[0]).toBe(10);
    expect(sampled.at(-1)).toBe(989);
    expect(
      memoryTicks(
        numbers.map(() => source(4)),
        today,
        standardParameters.weights,
      ),
    ).toHaveLength(48);
  });
});
