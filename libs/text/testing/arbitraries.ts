import * as fc from 'fast-check';
import { corpusTexts } from './corpus.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
export const graphemesOf = (text: string): string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment);

/** Texts of the corpus, their graphemes in any order, and any Unicode between them. */
export const texts: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...corpusTexts),
      fc.constantFrom(...corpusTexts.flatMap(graphemesOf)),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** A text in two parts that meet at the border of two graphemes. */
export const dividedTexts: fc.Arbitrary<readonly [string, string]> = fc
  .tuple(texts, fc.nat({ max: 1_000 }))
  .map(([text, place]) => {
    const all = graphemesOf(text);
    const at = all.length === 0 ? 0 : place % (all.length + 1);
    return [all.slice(0, at).join(''), all.slice(at).join('')] as const;
  });
