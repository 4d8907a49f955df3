const abbreviations =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|ca|approx|vol|fig|eq|dr|mr|mrs|ms|prof|st|sr|jr|gen|col|sgt|hon|inc|ltd|co|u\.s|u\.k|a\.m|p\.m|b\.c|a\.d)|(?:^|\s)\p{Lu})\.$/iu;
const boundary = /[.!?…؟।॥።۔]+["')\]]*(?=\s+|$)|[。！？]+["'」』）]*|[።।]/gu;
/** A lower-case word, except one such as `mRNA` or `pH`, continues the sentence. */
const continuation = /^\p{Ll}(?!\p{Ll}{0,2}\p{Lu})/u;

/** Splits a paragraph into sentences. A full stop after an abbreviation, an initial or inside a number ends none. */
export function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: stop, index } of paragraph.matchAll(boundary)) {
    const end = index + stop.length;
    const next = /^\s+["'(]?(\S{1,6})/.exec(paragraph.slice(end, end + 20))?.[1] ?? '';
    const isNumbered = /\bno\.$/i.test(paragraph.slice(from, end)) && /^\d/.test(next);
    const isAbbreviation =
      isNumbered || (stop === '.' && abbreviations.test(paragraph.slice(Math.max(from, end - 12), end)));
    if (continuation.test(next) || (isAbbreviation && next !== '')) continue;
    sentences.push(paragraph.slice(from, end).trim());
    from = end;
  }
  const rest = paragraph.slice(from).trim();
  return (rest === '' ? sentences : [...sentences, rest]).filter((sentence) => /\p{L}/u.test(sentence));
}

/** Number of words separated by white space. */
export const wordCount = (text: string): number => text.split(/\s+/).length;

export const withoutFullStop = (sentence: string): string => sentence.replace(/[.\s]+$/, '');

const secondClause =
  /, (?:and|but|so|while|whereas) (?:(?:it|they|this|he|she|you|we|one|there|some|many|most)\b|(?:(?:an?|the|its|their) )?(?:[\p{L}'-]+ ){1,4}(?:is|are|was|were|has|have|had|can|does|do)\b).*$/iu;

/** Removes a second clause, because it may be about another subject. */
export const firstClause = (text: string): string => text.replace(secondClause, '');
