const isPair = (text: string, at: number) => {
  const [first, second] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return first >= 0xd800 && first <= 0xdbff && second >= 0xdc00 && second <= 0xdfff;
};

/** Number of code points, in which all limits count. */
export function countCodePoints(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length - 1; at += 1) if (isPair(text, at)) pairs += 1;
  return text.length - pairs;
}

/** Place in `text` after `count` code points; its length when it has fewer. */
function placeAfter(text: string, count: number): number {
  let at = 0;
  for (let passed = 0; passed < count && at < text.length; passed += 1) at += isPair(text, at) ? 2 : 1;
  return at;
}

/** Missing in Firefox before 125. */
const hasSegmenter = () => typeof Intl !== 'undefined' && 'Segmenter' in Intl;

/** Start of the grapheme that contains `at`; `at` itself where the platform knows none. */
function graphemeStart(text: string, at: number): number {
  if (!hasSegmenter()) return at;
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return graphemes.segment(text).containing(at)?.index ?? at;
}

/** First `most` code points of a text, or a few less so that no grapheme is divided (one that is longer is). */
export function cut(text: string, most: number): string {
  const end = placeAfter(text, most);
  if (end === text.length) return text;
  return text.slice(0, graphemeStart(text, end) || end);
}
