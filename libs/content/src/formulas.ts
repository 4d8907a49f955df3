/** A formula that was taken out of a text. */
export interface Formula {
  source: string;
  isBlock: boolean;
}

/** Stands in the text for the formula of this index. Characters of the private use area, which Markdown leaves alone. */
const open = '\uE000';
const close = '\uE001';
const placeholders = /\uE000(\d{1,5})\uE001/g;
const ownCharacters = /[\uE000\uE001]/g;

interface Delimiter {
  opens: string;
  closes: string;
  isBlock: boolean;
}
const delimiters: readonly Delimiter[] = [
  { opens: '$$', closes: '$$', isBlock: true },
  { opens: '\\[', closes: '\\]', isBlock: true },
  { opens: '\\(', closes: '\\)', isBlock: false },
  { opens: '$', closes: '$', isBlock: false },
];

/** Position after a run of backticks and the code that it encloses; after the run when nothing closes it. */
function afterCode(text: string, from: number, unclosed: Set<number>): number {
  let end = from;
  while (text[end] === '`') end += 1;
  const length = end - from;
  if (unclosed.has(length)) return end;
  const run = '`'.repeat(length);
  for (let at = text.indexOf(run, end); at >= 0; at = text.indexOf(run, at)) {
    let after = at;
    while (text[after] === '`') after += 1;
    if (after - at === length) return after;
    at = after;
  }
  unclosed.add(length);
  return end;
}

const isDigit = (character: string | undefined) => character !== undefined && /\d/.test(character);
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);

/** End of a formula in dollar signs, by the rules that leave prices alone: `$5 and $10` is none. */
function endOfDollars(text: string, from: number): number {
  if (isSpace(text[from])) return -1;
  for (let at = from; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '$') return isSpace(text[at - 1]) || isDigit(text[at + 1]) ? -1 : at;
  }
  return -1;
}

/** Takes formulas out of a Markdown text, except those in code. Linear in the length of the text, or nearly so. */
export function takeFormulas(typed: string): { text: string; formulas: readonly Formula[] } {
  const text = typed.replaceAll(ownCharacters, '');
  const formulas: Formula[] = [];
  const unclosedCode = new Set<number>();
  const unclosed = new Set<string>();
  let rest = '';
  let at = 0;
  const endOf = ({ opens, closes }: Delimiter, from: number) => {
    if (opens === '$') return endOfDollars(text, from);
    if (unclosed.has(closes)) return -1;
    const end = text.indexOf(closes, from);
    if (end < 0) unclosed.add(closes);
    return end;
  };
  while (at < text.length) {
    if (text[at] === '`') {
      const after = afterCode(text, at, unclosedCode);
      rest += text.slice(at, after);
      at = after;
      continue;
    }
    const delimiter = delimiters.find(({ opens }) => text.startsWith(opens, at));
    const from = at + (delimiter?.opens.length ?? 0);
    const end = delimiter ? endOf(delimiter, from) : -1;
    if (delimiter && end > from) {
      rest += open + formulas.length + close;
      formulas.push({ source: text.slice(from, end).trim(), isBlock: delimiter.isBlock });
      at = end + delimiter.closes.length;
    } else {
      // An escaped character begins nothing.
      const length = text[at] === '\\' ? 2 : 1;
      rest += text.slice(at, at + length);
      at += length;
    }
  }
  return { text: rest, formulas };
}

/** Replaces the placeholders of formulas. */
export const putFormulas = (
  text: string,
  formulas: readonly Formula[],
  show: (formula: Formula) => string,
): string =>
  text.replaceAll(placeholders, (_placeholder, index: string) => {
    const formula = formulas[Number(index)];
    return formula ? show(formula) : '';
  });
