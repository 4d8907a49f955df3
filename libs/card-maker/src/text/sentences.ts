const abbreviations =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|ca|approx|vol|fig|eq|dr|mr|mrs|ms|prof|st|sr|jr|gen|col|sgt|hon|inc|ltd|co|u\.s|u\.k|a\.m|p\.m|b\.c|a\.d)|(?:^|\s)\p{Lu})\.$/iu;
const boundary = /[.!?…؟।॥።։۔]+["')\]]*(?=\s+|$)|[。！？]+["'」』）]*|[።।။។៕༎]|།(?=\s|$)/gu;
/** A lower-case word, except one such as `mRNA` or `pH`, continues the sentence. */
const continuation = /^\p{Ll}(?!\p{Ll}{0,2}\p{Lu})/u;

/** Scripts whose sentences end with a blank. */
const blankEnds = /[\p{Script=Thai}\p{Script=Lao}]/u;
const fewestCharacters = 40;

/** Joins the phrases between blanks until they are long enough for a gap. */
function phrasesOf(paragraph: string): string[] {
  const phrases: string[] = [];
  for (const part of paragraph.split(/\s+/)) {
    const last = phrases.at(-1);
    if (last !== undefined && last.length < fewestCharacters) phrases[phrases.length - 1] = `${last} ${part}`;
    else phrases.push(part);
  }
  return phrases;
}

/** Splits a paragraph into sentences. A full stop after an abbreviation, an initial or inside a number ends none. */
export function sentencesOf(paragraph: string): string[] {
  if (blankEnds.test(paragraph)) return phrasesOf(paragraph);
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

export const endsSentence = (text: string): boolean => /[.!?。！？।॥።։۔؟။។៕༎།]["'”’」』）)\]]*$/u.test(text);

/** Number of words separated by white space. */
export const wordCount = (text: string): number => text.trim().split(/\s+/).length;

export const withoutFullStop = (sentence: string): string => sentence.replace(/[.\s]+$/, '');
