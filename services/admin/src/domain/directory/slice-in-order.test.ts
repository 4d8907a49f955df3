import { describe, expect, it } from 'vitest';
import { sliceInOrder } from './slice-in-order.ts';

const ascending = (a: number, b: number) => a - b;
const count = 10_000;
const orders: [string, number[]][] = [
  ['in disorder', Array.from({ length: count }, (_, at) => (at * 7_919) % 10_007)],
  ['in order', Array.from({ length: count }, (_, at) => at)],
  ['in reverse', Array.from({ length: count }, (_, at) => count - at)],
  ['up and down', Array.from({ length: count }, (_, at) => Math.min(at, count - at))],
  ['all alike', Array.from({ length: count }, () => 7)],
  ['few', [5, 3, 9, 1]],
  ['none', []],
];
const slices = [
  [0, 20],
  [0, 1],
  [4_990, 5_010],
  [9_990, 10_010],
  [0, count],
  [count, count + 20],
  [50, 50],
] as const;

describe.each(orders)('a slice of numbers %s', (_name, numbers) => {
  it.each(slices)('from %i to %i equals the slice of the sorted numbers', (start, end) => {
    expect(sliceInOrder(numbers, start, end, ascending)).toEqual(
      numbers.toSorted(ascending).slice(start, end),
    );
  });
});

it('a slice near the end compares each item a few times, fewer than a full sort does', () => {
  for (const [, numbers] of orders) {
    let compared = 0;
    sliceInOrder(numbers, 7_000, 7_020, (a, b) => (compared++, a - b));
    expect(compared).toBeLessThan(8 * count);
  }
});
