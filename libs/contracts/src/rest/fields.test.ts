import { describe, expect, it } from 'vitest';
import { searchedText } from './fields.ts';

describe('a search text', () => {
  const searched = searchedText(100);
  it('may have as many characters as it says, counted as people count them', () =>
    expect(searched.parse('🦁'.repeat(100))).toBe('🦁'.repeat(100)));

  it.each([
    ['one more', 'x'.repeat(101)],
    ['a NUL', 'a\0b'],
    ['a lone surrogate', 'a\uD800'],
  ])('is refused with %s', (_what, text) => expect(searched.safeParse(text).success).toBe(false));
});
