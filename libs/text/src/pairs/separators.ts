/** Names of the separators between the sides of a pair, as reports show them. */
export type Separator =
  | 'tab'
  | 'dash'
  | 'equals'
  | 'double colon'
  | 'arrow'
  | 'colon'
  | 'semicolon'
  | 'bar'
  | 'comma'
  | 'narrow colon'
  | 'hyphen'
  | 'space'
  | 'labels';

export interface SeparatorRule {
  name: Separator;
  /** Finds the separator in a line. */
  at: RegExp;
  /** Characters that divide a line into columns, which may be quoted. Other separators divide a line once. */
  columns?: string;
  /** Common inside words: used only when every line has exactly one, below a header row or between quotes. */
  isNarrow?: true;
  /** So rare inside a sentence that one line is enough for a list. */
  isCertain?: true;
  /** Whether a place only looks like the separator, such as a comma in a number. */
  isPart?: (before: string, after: string) => boolean;
}

const endsInDigit = (text: string) => /\p{Nd}\p{Zs}*$/u.test(text.slice(-8));
const beginsWithDigit = (text: string) => /^\p{Zs}*\p{Nd}/u.test(text.slice(0, 8));
const isInNumber = (before: string, after: string) => endsInDigit(before) && beginsWithDigit(after);

/** `10 - 3 = 7`: the question is the whole left side. */
const isSubtraction = (before: string, after: string) =>
  isInNumber(before, after) && /\p{Zs}=\p{Zs}/u.test(after.slice(0, 200));

/** `Force: F = ma`: the colon separates, and the sign belongs to the formula. */
const isFormula = (before: string) => /:\p{Zs}\p{L}{1,3}$/u.test(before);

const isUrl = (_before: string, after: string) => after.startsWith('//');

/** `x <= 3` and `a != b` are comparisons. */
const isComparison = (before: string, after: string) => /[<>!=]$/.test(before) || /^[=>]/.test(after);

/** In the order of the attempts. */
export const separators: readonly SeparatorRule[] = [
  { name: 'tab', at: /\t/g, columns: '\t', isCertain: true },
  { name: 'dash', at: /\p{Zs}(?:-{1,3}|[–—―−])\p{Zs}/gu, isPart: isSubtraction, isCertain: true },
  { name: 'equals', at: /\p{Zs}=\p{Zs}/gu, isPart: isFormula },
  // `std::string :: text` is divided between the spaces.
  { name: 'double colon', at: /\p{Zs}::\p{Zs}/gu, isCertain: true },
  { name: 'double colon', at: /::/g, isCertain: true },
  { name: 'arrow', at: /\p{Zs}(?:-{1,2}>|={1,2}>|[→⇒➔➜⟶])\p{Zs}/gu, isCertain: true },
  { name: 'arrow', at: /-{1,2}>|={1,2}>|[→⇒➔➜⟶]/gu, isCertain: true },
  { name: 'colon', at: /:\p{Zs}|：/gu },
  { name: 'semicolon', at: /[;；؛፦]/g, columns: ';；؛፦' },
  { name: 'bar', at: /\|/g, columns: '|' },
  { name: 'dash', at: /[–—]/g, isNarrow: true, isPart: isInNumber },
  { name: 'equals', at: /=/g, isNarrow: true, isPart: isComparison },
  { name: 'comma', at: /[,，،]/g, columns: ',，،', isNarrow: true, isPart: isInNumber },
  {
    name: 'narrow colon',
    at: /:/g,
    isNarrow: true,
    isPart: (before, after) => isInNumber(before, after) || isUrl(before, after),
  },
  { name: 'hyphen', at: /-/g, isNarrow: true, isPart: isInNumber },
];

/** Divides only what the learner or an Anki export says that it divides. */
export const space: SeparatorRule = { name: 'space', at: /\p{Zs}+/gu };

export const separatorNames: readonly Separator[] = [
  ...new Set([...separators, space].map(({ name }) => name)),
  'labels',
];

/** The separator of columns that a file names by its character; `null` for another character. */
export function separatorOfColumns(character: string): Separator | null {
  const columns = separators.find((rule) => rule.columns?.includes(character));
  if (columns) return columns.name;
  return character === ' ' ? 'space' : character === ':' ? 'narrow colon' : null;
}

/** Places at which a separator divides a line: neither at its ends nor inside a number, a time or a URL. */
export function placesOf(
  { at, isPart }: SeparatorRule,
  line: string,
  limit = 2,
): { from: number; to: number }[] {
  const places: { from: number; to: number }[] = [];
  for (const { 0: whole, index } of line.matchAll(at)) {
    const [from, to] = [index, index + whole.length];
    if (isPart?.(line.slice(Math.max(0, from - 8), from), line.slice(to, to + 200))) continue;
    places.push({ from, to });
    if (places.length === limit) break;
  }
  return places;
}
