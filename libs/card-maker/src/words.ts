import { termsOf } from './tagger.ts';

/** Word of a sentence with the tags of its parts of speech. */
export interface Word {
  /** As written, without the punctuation around it. */
  text: string;
  /** In lower case, for comparison. */
  lower: string;
  /** Punctuation that follows it. */
  after: string;
  tags: ReadonlySet<string>;
  /** Range in the sentence, with the punctuation around it. */
  from: number;
  to: number;
}

export interface TaggedSentence {
  sentence: string;
  words: readonly Word[];
}

/** Keeps the brackets of `<title>`, which the tagger reads as punctuation. */
const withBrackets = (text: string, pre: string, post: string) =>
  pre.endsWith('<') && post.startsWith('>') ? `<${text}>` : text;

/** Keeps the marks of `<table>` and `` `table` ``: names in a program, not the word that refers to a table of the text. */
const comparedText = (text: string, pre: string, post: string) =>
  (pre.endsWith('`') && post.startsWith('`') ? `\`${text}\`` : withBrackets(text, pre, post)).toLowerCase();

/** Tags the words of a sentence with compromise. */
export function tagSentence(sentence: string): TaggedSentence {
  const words: Word[] = [];
  let at = 0;
  for (const { text, pre, post, tags } of termsOf(sentence)) {
    const [from, to] = [at, at + pre.length + text.length + post.length];
    at = to;
    // compromise splits a contraction into the word and an empty one after it.
    if (text === '') continue;
    words.push({
      text: withBrackets(text, pre, post),
      lower: comparedText(text, pre, post),
      after: post.trim(),
      tags: tags ?? new Set(),
      from,
      to,
    });
  }
  return { sentence, words };
}

/** Whether a word has at least one of the tags. */
export const hasTag = (word: Word | undefined, ...tags: string[]): boolean =>
  word !== undefined && tags.some((tag) => word.tags.has(tag));

const delimiters = [
  ['(', ')'],
  ['[', ']'],
  ['"', '"'],
  ['`', '`'],
] as const;

/** Removes brackets and quotes at the ends whose other half is missing. */
function balanced(text: string): string {
  let rest = text;
  for (const [open, close] of delimiters) {
    const [opens, closes] = [rest.split(open).length - 1, rest.split(close).length - 1];
    if (open === close ? opens % 2 === 0 : opens === closes) continue;
    if (rest.startsWith(open)) rest = rest.slice(1);
    else if (rest.endsWith(close)) rest = rest.slice(0, -1);
  }
  return rest;
}

/** Returns the words from `from` up to `to` as written, without the punctuation at both ends. */
export function span({ sentence, words }: TaggedSentence, from = 0, to = words.length): string {
  const [first, last] = [words[from], words[to - 1]];
  if (!first || !last || to <= from) return '';
  const text = sentence
    .slice(first.from, last.to)
    .trim()
    .replace(/[,;:.!?\u2013\u2014-]+$/u, '');
  return balanced(text.trim()).trim();
}

/** `mRNA`, `pH`, `iOS`, and names of code such as `arr[0]` and `print()`. */
const keepsLowerCase = /^(?:\p{Ll}{1,3}\p{Lu}|\p{Ll}\s*[=+*/^]|[^\s]*[_[\](){}<>=\\/])/u;

/** Capitalises the first letter, unless the first word must begin in lower case. */
export const capitalised = (text: string): string =>
  keepsLowerCase.test(text) ? text : text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
