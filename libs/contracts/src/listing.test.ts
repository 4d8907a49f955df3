import { describe, expect, it } from 'vitest';
import { skipOf, totalAtEnd } from './listing.ts';

describe('a page', () => {
  it('a page skips the items of all earlier pages', () => {
    expect(skipOf({ page: 1, perPage: 10 })).toBe(0);
    expect(skipOf({ page: 4, perPage: 6 })).toBe(18);
  });

  it('a page beyond every list skips at most as many items as a store can count', () =>
    expect(skipOf({ page: 999_999_999_999_999, perPage: 100 })).toBe(2 ** 31 - 1));

  it.each([
    { page: 1, items: 0, total: 0 },
    { page: 1, items: 9, total: 9 },
    { page: 3, items: 1, total: 21 },
    { page: 1, items: 10, total: undefined },
    { page: 2, items: 0, total: undefined },
  ])('page $page with $items of 10 items shows a total of $total', ({ page, items, total }) =>
    expect(totalAtEnd({ page, perPage: 10 }, Array.from({ length: items }))).toBe(total),
  );
});
