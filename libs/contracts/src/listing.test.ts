import { describe, expect, it, vi } from 'vitest';
import { pageWithTotal, skipOf } from './listing.ts';

describe('a page', () => {
  it('skips the items of all earlier pages', () => {
    expect(skipOf({ page: 1, perPage: 10 })).toBe(0);
    expect(skipOf({ page: 4, perPage: 6 })).toBe(18);
  });

  it('beyond every list skips at most as many items as a store can count', () =>
    expect(skipOf({ page: 999_999_999_999_999, perPage: 100 })).toBe(2 ** 31 - 1));

  it.each([
    { page: 1, length: 0, total: 0, counts: 0 },
    { page: 1, length: 9, total: 9, counts: 0 },
    { page: 3, length: 1, total: 21, counts: 0 },
    { page: 1, length: 10, total: 42, counts: 1 },
    { page: 2, length: 0, total: 42, counts: 1 },
  ])(
    'page $page with $length of 10 items has a total of $total after $counts counts',
    async ({ page, length, total, counts }) => {
      const items = Array.from({ length }, (_, index) => index);
      const count = vi.fn<() => number>(() => 42);
      expect(await pageWithTotal({ page, perPage: 10 }, items, count)).toEqual({
        items,
        page,
        perPage: 10,
        total,
      });
      expect(count).toHaveBeenCalledTimes(counts);
    },
  );
});
