import { describe, expect, it } from 'vitest';
import { skipOf } from './listing.ts';

describe('a page', () => {
  it('a page skips the items of all earlier pages', () => {
    expect(skipOf({ page: 1, perPage: 10 })).toBe(0);
    expect(skipOf({ page: 4, perPage: 6 })).toBe(18);
  });

  it('a page beyond every list skips at most as many items as a store can count', () =>
    expect(skipOf({ page: 999_999_999_999_999, perPage: 100 })).toBe(2 ** 31 - 1));
});
