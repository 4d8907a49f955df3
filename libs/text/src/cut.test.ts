import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { graphemesOf, texts } from '../testing/arbitraries.ts';
import { countCodePoints, cut } from './cut.ts';

const family = '👨‍👩‍👧‍👦';

describe('cutting a text', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('cutting a text counts code points', () => {
    expect(countCodePoints(`a👍${family}`)).toBe([...`a👍${family}`].length);
    expect(cut('👍👍👍', 2)).toBe('👍👍');
  });

  it('cutting a text leaves an emoji at the last place out rather than half of it', () => {
    const title = 'x'.repeat(99) + family;
    expect(cut(title, 100)).toBe('x'.repeat(99));
    expect(cut(`${'x'.repeat(99)}e\u0301`, 100)).toBe('x'.repeat(99));
  });

  it('cutting a text divides a grapheme that is longer than the limit', () => {
    expect(cut(`e${'\u0301'.repeat(500)}`, 100)).toBe(`e${'\u0301'.repeat(99)}`);
  });

  it('cutting a text keeps graphemes, for every text and limit', () => {
    fc.assert(
      fc.property(texts, fc.nat({ max: 60 }), (text, most) => {
        const kept = cut(text, most);
        expect(countCodePoints(kept)).toBeLessThanOrEqual(most);
        const first = graphemesOf(text)[0] ?? '';
        if (countCodePoints(first) > most) return;
        expect(graphemesOf(text).slice(0, graphemesOf(kept).length).join('')).toBe(kept);
      }),
      { numRuns: 2_000 },
    );
  });

  it('cutting a text counts as the iterator of strings does', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(countCodePoints(text)).toBe([...text].length);
      }),
    );
  });

  it('cutting a text keeps code points in a browser without grapheme segmentation', () => {
    vi.stubGlobal('Intl', {});
    expect(cut(`ab${family}`, 3)).toBe('ab👨');
  });
});
