import { properNames } from './proper-names.ts';
import { hasTag, type Word } from './words.ts';

/** Word statistics of a whole text. */
export interface Vocabulary {
  /** Number of times that a word occurs in the text, in any case. */
  countOf(word: string): number;
  /** Whether a word is a name, which keeps its capital inside a sentence. */
  isName(word: Word): boolean;
  /** Whether the text also has a phrase without `the`; `the` then refers back to it. */
  occursWithoutThe(phrase: string): boolean;
}

const withoutPunctuation = (word: string) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** Counts the words of the sentences of a text. */
export function vocabularyOf(sentences: readonly string[]): Vocabulary {
  const counts = new Map<string, number>();
  const capitalisedInside = new Set<string>();
  const lowerCased = new Set<string>();
  for (const sentence of sentences) {
    for (const [index, raw] of sentence.split(/\s+/).entries()) {
      const word = withoutPunctuation(raw);
      const lower = word.toLowerCase();
      if (word === '') continue;
      counts.set(lower, (counts.get(lower) ?? 0) + 1);
      if (/^\p{Ll}/u.test(word)) lowerCased.add(lower);
      else if (index > 0) capitalisedInside.add(lower);
    }
  }
  const text = ` ${sentences
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}'-]+/gu, ' ')} `;
  const occurrencesOf = (phrase: string) => text.split(` ${phrase} `).length - 1;
  return {
    occursWithoutThe(phrase) {
      const lower = phrase.toLowerCase();
      return occurrencesOf(lower) > occurrencesOf(`the ${lower}`);
    },
    countOf: (word) => counts.get(word.toLowerCase()) ?? 0,
    isName(word) {
      if (/^\p{Lu}.*\p{Lu}|^\p{Lu}$|\d/u.test(word.text) && !/^[AI]$/.test(word.text)) return true;
      if (/^\p{Lu}.*'s?$/u.test(word.text)) return true;
      if (lowerCased.has(word.lower)) return false;
      if (/^\p{Lu}/u.test(word.text) && properNames.has(word.lower)) return true;
      return (
        capitalisedInside.has(word.lower) ||
        hasTag(word, 'ProperNoun', 'Person', 'Place', 'Organization', 'Acronym')
      );
    },
  };
}
