const abbreviations =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|ca|approx|vol|fig|eq|dr|mr|mrs|ms|prof|st|sr|jr|gen|col|sgt|hon|inc|ltd|co|u\.s|u\.k|a\.m|p\.m|b\.c|a\.d)|(?:^|\s)\p{Lu})\.$/iu;
const boundary = /[.!?…؟।॥።۔]+["')\]]*(?=\s+|$)|[。！？]+["'」』）]*|[።।]/gu;
/** `mRNA` and `pH` begin a sentence too. */
const goesOn = /^\p{Ll}(?!\p{Ll}{0,2}\p{Lu})/u;

/** Sentences of a paragraph; a full stop after an abbreviation, an initial or inside a number ends none. */
export function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: stop, index } of paragraph.matchAll(boundary)) {
    const end = index + stop.length;
    const next = /^\s+["'(]?(\S{1,6})/.exec(paragraph.slice(end, end + 20))?.[1] ?? '';
    const isNumbered = /\bno\.$/i.test(paragraph.slice(from, end)) && /^\d/.test(next);
    const isAbbreviation =
      isNumbered || (stop === '.' && abbreviations.test(paragraph.slice(Math.max(from, end - 12), end)));
    if (goesOn.test(next) || (isAbbreviation && next !== '')) continue;
    sentences.push(paragraph.slice(from, end).trim());
    from = end;
  }
  const rest = paragraph.slice(from).trim();
  return (rest === '' ? sentences : [...sentences, rest]).filter((sentence) => /\p{L}/u.test(sentence));
}
