import { describe, expect, it } from 'vitest';
import { searchKey, skipOf } from './listing.ts';

describe('the search text', () => {
  it('is no search when it is left out or empty', () => {
    expect(searchKey(undefined)).toBeNull();
    expect(searchKey('')).toBeNull();
  });
  it('is folded like titles are', () => expect(searchKey('CELL')).toBe('cell'));
  it('keeps blanks, for they are part of titles', () => expect(searchKey(' a ')).toBe(' a '));
});

describe('a page', () => {
  it('begins after all earlier ones', () => {
    expect(skipOf({ page: 1, perPage: 10 })).toBe(0);
    expect(skipOf({ page: 4, perPage: 6 })).toBe(18);
  });

  it('beyond every list skips no more than a store can count', () =>
    expect(skipOf({ page: 999_999_999_999_999, perPage: 100 })).toBe(2 ** 31 - 1));
});
