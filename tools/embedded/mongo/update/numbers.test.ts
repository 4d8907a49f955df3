import { Decimal128, Double } from 'bson';
import { describe, expect, it } from 'vitest';
import { calculate } from './numbers.ts';

describe('arithmetic of updates', () => {
  it('keeps int32 while it fits, then becomes a 64-bit integer', () => {
    expect(calculate('add', 2, 3)).toBe(5);
    expect(calculate('add', 2_147_483_647, 1)).toBe(2_147_483_648n);
    expect(calculate('multiply', 100_000, 100_000)).toBe(10_000_000_000n);
  });

  it('keeps the wider type', () => {
    expect(calculate('add', 5n, 1)).toBe(6n);
    expect(calculate('add', new Double(2), 1)).toEqual(new Double(3));
    expect(calculate('add', 0.5, 0.25)).toBe(0.75);
  });

  it('computes decimals exactly', () => {
    const text = (value: unknown) => (value as Decimal128).toString();
    expect(text(calculate('add', Decimal128.fromString('0.1'), Decimal128.fromString('0.2')))).toBe('0.3');
    expect(text(calculate('multiply', Decimal128.fromString('1.50'), 3))).toBe('4.50');
    expect(text(calculate('add', Decimal128.fromString('-1.5'), 1))).toBe('-0.5');
  });

  it('refuses what does not fit 64 bits', () => {
    expect(() => calculate('add', 2n ** 63n - 1n, 1)).toThrow('64 bits');
  });
});
