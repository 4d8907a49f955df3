import { describe, expect, it } from 'vitest';
import { inByteOrder } from './listing.ts';

const texts = [
  '',
  'a',
  'amina',
  '\u{d7ff}',
  '\u{e000}',
  '\u{ff5e}',
  '\u{ffff}',
  '\u{10000}',
  '\u{1f600}b',
  '\u{10ffff}',
];

describe('a text in byte order', () => {
  it('texts in byte order compare like their UTF-8 bytes', () => {
    const sorted = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(texts.toReversed().toSorted((a, b) => (inByteOrder(a) < inByteOrder(b) ? -1 : 1))).toEqual(sorted);
  });
  it('contains exactly the parts that the text contains', () => {
    for (const text of texts)
      for (const part of texts)
        expect(inByteOrder(text).includes(inByteOrder(part))).toBe(text.includes(part));
  });
});
