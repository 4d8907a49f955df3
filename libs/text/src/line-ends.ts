/** Maximum length of an examined word; a longer run of letters is no word. */
const maxWordLength = 60;

/** First parts after which a hyphen belongs to the word. */
const firstParts = new Set(
  (
    'well self non mother father sister brother daughter son step ex half all cross high low long short full part ' +
    'vice by ill much ever so first second third last new old north south east west left right one two three four ' +
    'five six seven eight nine ten twenty thirty forty fifty sixty seventy eighty ninety good bad hard soft large ' +
    'small deep free open close decision problem time man life follow up in off on mid'
  ).split(' '),
);

const letters = /[\p{L}\p{M}\p{N}]/u;
const lineEnd = /([-\u2010\u00ad])[ \t]*\n[ \t]*/g;

function wordBefore(text: string, end: number) {
  const characters = Array.from(text.slice(Math.max(0, end - maxWordLength), end));
  const gap = characters.findLastIndex((each) => !letters.test(each));
  return characters.slice(gap + 1).join('');
}

function wordAfter(text: string, start: number) {
  const characters = Array.from(text.slice(start, start + maxWordLength));
  const gap = characters.findIndex((each) => !letters.test(each));
  return characters.slice(0, gap === -1 ? undefined : gap).join('');
}

interface Division {
  hyphen: string;
  from: number;
  to: number;
  before: string;
  after: string;
}

const divisionsOf = (text: string): Division[] =>
  [...text.matchAll(lineEnd)]
    .map(({ 0: whole, 1: hyphen = '', index }) => ({
      hyphen,
      from: index,
      to: index + whole.length,
      before: wordBefore(text, index),
      after: wordAfter(text, index + whole.length),
    }))
    .filter(({ before, after }) => before !== '' && after !== '');

const lower = (text: string) => text.toLowerCase();

/** Counts how often each word occurs undivided. */
function countWords(text: string, divisions: readonly Division[]) {
  const counts = new Map<string, number>();
  const add = (word: string, by: number) => counts.set(lower(word), (counts.get(lower(word)) ?? 0) + by);
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) add(word, 1);
  for (const { before, after } of divisions) {
    add(before, -1);
    add(after, -1);
  }
  return counts;
}

function isOneWord({ hyphen, before, after }: Division, counts: ReadonlyMap<string, number>) {
  if (hyphen !== '-') return true;
  const occurs = (word: string) => (counts.get(lower(word)) ?? 0) > 0;
  if (occurs(before + after)) return true;
  return /^\p{Ll}/u.test(after) && !occurs(before) && !occurs(after) && !firstParts.has(lower(before));
}

/**
 * Joins the lines of words that a line end divides. Removes a soft hyphen (U+00AD) or U+2010 always, and `-` when the rest of
 * the text or the letters show that it is one word.
 */
export function joinDividedWords(text: string): string {
  const divisions = divisionsOf(text);
  const counts = countWords(text, divisions);
  const parts: string[] = [];
  let at = 0;
  for (const division of divisions) {
    parts.push(text.slice(at, division.from), isOneWord(division, counts) ? '' : '-');
    at = division.to;
  }
  parts.push(text.slice(at));
  return parts.join('').replaceAll('\u00ad', '');
}

/** Characters of scripts that write no blanks between words. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}\\u3000-\\u303f\\uff00-\\uffef';
const endsUnspaced = new RegExp(`[${unspaced}]\\p{M}*$`, 'u');
const beginsUnspaced = new RegExp(`^[${unspaced}]`, 'u');

/** Joins two lines of one paragraph: with a blank, except in scripts that write none, such as Chinese and Thai. */
export const joinLines = (before: string, next: string): string =>
  `${before}${endsUnspaced.test(before) && beginsUnspaced.test(next) ? '' : ' '}${next}`;
