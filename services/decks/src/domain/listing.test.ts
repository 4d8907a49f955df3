import { describe, expect, it } from 'vitest';
import { searchKey } from './listing.ts';

describe('the search text', () => {
  it('is no search when it is left out or empty', () => {
    expect(searchKey(undefined)).toBeNull();
    expect(searchKey('')).toBeNull();
  });
  it('is folded like titles are', () => expect(searchKey('CELL')).toBe('cell'));
  it('keeps blanks, for they are part of titles', () => expect(searchKey(' a ')).toBe(' a '));
});
