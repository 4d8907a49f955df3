import { describe, expect, it } from 'vitest';
import { amountOf, centsOf } from './money.ts';

describe('an amount of the provider in cents', () => {
  it.each([
    [100, 10_000],
    ['100.00', 10_000],
    ['100.000', 10_000],
    [99.99, 9_999],
    ['0.1', 10],
    [100.5, 10_050],
  ])('%s is %i cents', (amount, cents) => expect(centsOf(amount)).toBe(cents));

  it.each(['', 'abc', '-100', '1e4', '100.001', ' 100', '100,00', Number.NaN, 1e21, 0.1 + 0.2])(
    '%s is rejected, because amounts are not rounded',
    (amount) => expect(centsOf(amount)).toBeNull(),
  );

  it('is the same after formatting and parsing', () => {
    for (const cents of [0, 5, 99, 10_000, 10_050]) expect(centsOf(amountOf(cents))).toBe(cents);
  });
});
