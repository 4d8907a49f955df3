import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { graphemesOf, texts } from '../testing/arbitraries.ts';
import { countCodePoints, cut } from './cut.ts';

const family = '👨‍👩‍👧‍👦';

describe('cutting a text', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('a text is cut after a number of code points', () => {
    expect(countCodePoints(`a👍${family}`)).toBe([...`a👍${family}`].length);
    expect(cut('👍👍👍', 2)).toBe('👍👍');
  });

  it('an emoji that does not fit whole is left out', () => {
    const title = 'x'.repeat(99) + family;
    expect(cut(title, 100)).toBe('x'.repeat(99));
    expect(cut(`${'x'.repeat(99)}e\u0301`, 100)).toBe('x'.repeat(99));
  });

  it('a grapheme that is longer than the limit is divided', () => {
    expect(cut(`e${'\u0301'.repeat(500)}`, 100)).toBe(`e${'\u0301'.repeat(99)}`);
  });

  it('no text is cut within a grapheme, whatever the limit', () => {
    fc.assert(
      fc.property(texts, fc.nat({ max: 60 }), (text, maxCharacters) => {
        const kept = cut(text, maxCharacters);
        expect(countCodePoints(kept)).toBeLessThanOrEqual(maxCharacters);
        const first = graphemesOf(text)[0] ?? '';
        if (countCodePoints(first) > maxCharacters) return;
        expect(graphemesOf(text).slice(0, graphemesOf(kept).length).join('')).toBe(kept);
      }),
      { numRuns: 2_000 },
    );
  });

  it('code points are counted as the iterator of strings counts them', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(countCodePoints(text)).toBe([...text].length);
      }),
    );
  });

  it('a browser without grapheme segmentation cuts between code points', () => {
    vi.stubGlobal('Intl', {});
    expect(cut(`ab${family}`, 3)).toBe('ab👨');
  });
});
