import { describe, expect, it } from 'vitest';
import { median, rankTest } from './rank-test.ts';

const from = (start: number) => Array.from({ length: 30 }, (_, index) => start + index);

describe('the rank test', () => {
  it('finds no difference between two samples of one distribution', () =>
    expect(rankTest(from(0), from(0.5))).toBeCloseTo(0.8245, 3));
  it('has the p-value of a reference computation for a shift of a third of the range', () =>
    expect(rankTest(from(0), from(10.5))).toBeCloseTo(0.000121, 5));
  it('finds a difference whichever sample is larger', () => {
    expect(rankTest(from(0), from(15.5))).toBeLessThan(0.0001);
    expect(rankTest(from(15.5), from(0))).toBeLessThan(0.0001);
  });
  it('has the median of an even and of an odd number of values', () =>
    expect([median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([2, 2.5]));
});
