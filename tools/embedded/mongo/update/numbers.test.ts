import { Double } from 'bson';
import { describe, expect, it } from 'vitest';
import { add } from './numbers.ts';

describe('arithmetic of updates', () => {
  it('the arithmetic of updates keeps int32 while the result fits, then uses a 64-bit integer', () => {
    expect(add(2, 3)).toBe(5);
    expect(add(2_147_483_647, 1)).toBe(2_147_483_648n);
  });

  it('the arithmetic of updates keeps the wider type', () => {
    expect(add(5n, 1)).toBe(6n);
    expect(add(new Double(2), 1)).toEqual(new Double(3));
    expect(add(0.5, 0.25)).toBe(0.75);
  });

  it('the arithmetic of updates rejects results beyond 64 bits', () => {
    expect(() => add(2n ** 63n - 1n, 1)).toThrow('64 bits');
  });
});
