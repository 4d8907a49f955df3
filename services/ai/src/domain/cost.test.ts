import { expect, it } from 'vitest';
import { costOf, lastDays } from './cost.ts';

it('a million tokens cost their price, and a part of a millionth of a dollar counts as a whole', () => {
  const prices = { input: 0.4, output: 1.6 };
  expect(costOf({ input: 1_000_000, output: 0 }, prices)).toEqual({ tokens: 1e6, microDollars: 400_000 });
  expect(costOf({ input: 0, output: 1_000_000 }, prices).microDollars).toBe(1_600_000);
  expect(costOf({ input: 1, output: 0 }, prices)).toEqual({ tokens: 1, microDollars: 1 });
  expect(costOf({ input: 700, output: 300 }, { input: 0, output: 0 }).microDollars).toBe(0);
});

it('the last days end today, in UTC', () => {
  expect(lastDays(3, new Date('2026-03-01T23:59:59Z'))).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});
