import { expect, it } from 'vitest';
import { axisTop, percentOf } from './scale.ts';

it('an axis ends at a round number that no column exceeds, and its half is whole', () => {
  expect([0, 1, 2, 3, 7, 9, 10, 11, 45, 99, 120, 801].map(axisTop)).toEqual([
    2, 2, 2, 4, 8, 10, 10, 12, 50, 100, 120, 1000,
  ]);
  for (let max = 1; max < 3_000; max++) {
    const top = axisTop(max);
    expect(top).toBeGreaterThanOrEqual(max);
    expect(top).toBeLessThanOrEqual(Math.max(2, max * 1.6));
    expect(Number.isInteger(top / 2)).toBe(true);
  }
});

it('a share of nothing is not 0 %', () => {
  expect(percentOf(0, 0)).toBeNull();
  expect(percentOf(2, 3)).toBe(67);
});
