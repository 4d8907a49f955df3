/** Words of a whole text, which show what a capital and an article mean. */
export interface TextWords {
  /** Number of times that a word occurs, in any case. */
  countOf(word: string): number;
  /** Whether the text has a word in small letters. */
  hasSmall(word: string): boolean;
  /** Whether the text has a word with a capital inside a sentence. */
  isNameInside(word: string): boolean;
  /** Whether a word occurs before a sentence. */
  occursBefore(word: string, sentence: string): boolean;
}

/** Counts the words of the sentences of a text. */
export function textWordsOf(sentences: readonly string[]): TextWords {
  const counts = new Map<string, number>();
  const [small, inside] = [new Set<string>(), new Set<string>()];
  const firsts = new Map<string, number>();
  for (const [order, sentence] of sentences.entries())
    for (const { 0: word, index } of sentence.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'-]*/gu)) {
      const lower = word.toLowerCase();
      counts.set(lower, (counts.get(lower) ?? 0) + 1);
      if (!firsts.has(lower)) firsts.set(lower, order);
      if (/^\p{Ll}/u.test(word)) small.add(lower);
      else if (/[\p{Ll},]\s$/u.test(sentence.slice(0, index))) inside.add(lower);
    }
  return {
    countOf: (word) => counts.get(word.toLowerCase()) ?? 0,
    hasSmall: (word) => small.has(word.toLowerCase()),
    isNameInside: (word) => inside.has(word.toLowerCase()),
    occursBefore: (word, sentence) =>
      (firsts.get(word.toLowerCase()) ?? Infinity) < sentences.indexOf(sentence),
  };
}
