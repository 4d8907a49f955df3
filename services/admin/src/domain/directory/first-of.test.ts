import { expect, it } from 'vitest';
import { firstOf } from './first-of.ts';

const numbers = Array.from({ length: 1_000 }, (_, n) => (n * 7_919) % 997);
const ascending = (left: number, right: number) => left - right;

it.each([1, 2, 20, 499, 1_000, 5_000])(
  'the first %i of a thousand are those of the whole order',
  (wanted) => {
    expect(firstOf(numbers, wanted, ascending)).toEqual(numbers.toSorted(ascending).slice(0, wanted));
  },
);

it('looks at each only once when it comes after all that are wanted', () => {
  let compared = 0;
  const counted = (left: number, right: number) => {
    compared += 1;
    return left - right;
  };
  firstOf(numbers.toSorted(ascending), 10, counted);
  expect(compared).toBeLessThan(2 * numbers.length);
});
