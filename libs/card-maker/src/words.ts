import { termsOf } from './tagger.ts';

/** A word of a sentence with what the tagger takes it for. */
export interface Word {
  /** As it is written, without the punctuation around it. */
  text: string;
  lower: string;
  /** Punctuation that follows it. */
  after: string;
  tags: ReadonlySet<string>;
  /** Where it stands in the sentence, with the punctuation around it. */
  from: number;
  to: number;
}

/** A sentence and its words. */
export interface Tagged {
  sentence: string;
  words: readonly Word[];
}

/** `<title>` is one word; the tagger takes its brackets for punctuation. */
const whole = (text: string, pre: string, post: string) =>
  pre.endsWith('<') && post.startsWith('>') ? `<${text}>` : text;

/** `<table>` and `` `table` `` are names in a program, not the word that points at a table of the text. */
const meant = (text: string, pre: string, post: string) =>
  (pre.endsWith('`') && post.startsWith('`') ? `\`${text}\`` : whole(text, pre, post)).toLowerCase();

/** Tags the words of a sentence by compromise. */
export function tagged(sentence: string): Tagged {
  const words: Word[] = [];
  let at = 0;
  for (const { text, pre, post, tags } of termsOf(sentence)) {
    const [from, to] = [at, at + pre.length + text.length + post.length];
    at = to;
    // A contraction is one word and an empty one behind it.
    if (text === '') continue;
    words.push({
      text: whole(text, pre, post),
      lower: meant(text, pre, post),
      after: post.trim(),
      tags: tags ?? new Set(),
      from,
      to,
    });
  }
  return { sentence, words };
}

export const is = (word: Word | undefined, ...tags: string[]): boolean =>
  word !== undefined && tags.some((tag) => word.tags.has(tag));

const pairs = [
  ['(', ')'],
  ['[', ']'],
  ['"', '"'],
  ['`', '`'],
] as const;

/** Brackets and quotes that lost their other half at an end. */
function balanced(text: string): string {
  let whole = text;
  for (const [open, close] of pairs) {
    const [opens, closes] = [whole.split(open).length - 1, whole.split(close).length - 1];
    if (open === close ? opens % 2 === 0 : opens === closes) continue;
    if (whole.startsWith(open)) whole = whole.slice(1);
    else if (whole.endsWith(close)) whole = whole.slice(0, -1);
  }
  return whole;
}

/** The words from one up to another, as they stand in the sentence, without the punctuation at the ends. */
export function span({ sentence, words }: Tagged, from = 0, to = words.length): string {
  const [first, last] = [words[from], words[to - 1]];
  if (!first || !last || to <= from) return '';
  const text = sentence
    .slice(first.from, last.to)
    .trim()
    .replace(/[,;:.!?\u2013\u2014-]+$/u, '');
  return balanced(text.trim()).trim();
}

/** `mRNA`, `pH`, `iOS`; names of code such as `arr[0]` and `print()`. */
const keepsSmall = /^(?:\p{Ll}{1,3}\p{Lu}|\p{Ll}\s*[=+*/^]|[^\s]*[_[\](){}<>=\\/])/u;

/** With a capital at the beginning, unless the first word is written with a small letter for a reason. */
export const capitalised = (text: string): string =>
  keepsSmall.test(text) ? text : text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
