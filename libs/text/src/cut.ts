const isSurrogatePair = (text: string, at: number) => {
  const [first, second] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return first >= 0xd800 && first <= 0xdbff && second >= 0xdc00 && second <= 0xdfff;
};

/** Number of code points, the unit of all limits. */
export function countCodePoints(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length - 1; at += 1) if (isSurrogatePair(text, at)) pairs += 1;
  return text.length - pairs;
}

/** Index after `count` code points; the length of a shorter text. */
function indexAfter(text: string, count: number): number {
  let at = 0;
  for (let passed = 0; passed < count && at < text.length; passed += 1)
    at += isSurrogatePair(text, at) ? 2 : 1;
  return at;
}

/** Missing in Firefox before 125. */
const hasSegmenter = () => typeof Intl !== 'undefined' && 'Segmenter' in Intl;

/** Start of the grapheme that contains `at`; `at` itself without `Intl.Segmenter`. */
function graphemeStart(text: string, at: number): number {
  if (!hasSegmenter()) return at;
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return graphemes.segment(text).containing(at)?.index ?? at;
}

/**
 * Returns at most `maxCharacters` code points from the start of a text, a few less so that no grapheme is divided. Divides a
 * first grapheme that is longer than the limit.
 */
export function cut(text: string, maxCharacters: number): string {
  const end = indexAfter(text, maxCharacters);
  if (end === text.length) return text;
  return text.slice(0, graphemeStart(text, end) || end);
}
