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
  | 'space';

export interface SeparatorRule {
  name: Separator;
  /** Finds the separator in a line. */
  at: RegExp;
  /** Character that divides a line into columns, which may be quoted. Other separators divide a line once. */
  column?: string;
  /** Common inside words: used only when every line has exactly one, below a header row or between quotes. */
  isNarrow?: true;
  /** Whether a place only looks like the separator, such as a comma in a number. */
  isPart?: (before: string, after: string) => boolean;
}

const endsInDigit = (text: string) => /\p{Nd}\p{Zs}*$/u.test(text.slice(-8));
const beginsWithDigit = (text: string) => /^\p{Zs}*\p{Nd}/u.test(text.slice(0, 8));
const isInNumber = (before: string, after: string) => endsInDigit(before) && beginsWithDigit(after);

/** `10 - 3 = 7`: the question is the whole left side. */
const isSubtraction = (before: string, after: string) =>
  isInNumber(before, after) && /\p{Zs}=\p{Zs}/u.test(after.slice(0, 200));

const isUrl = (_before: string, after: string) => after.startsWith('//');

/** In the order of the attempts. */
export const separators: readonly SeparatorRule[] = [
  { name: 'tab', at: /\t/g, column: '\t' },
  { name: 'dash', at: /\p{Zs}[-–—]\p{Zs}/gu, isPart: isSubtraction },
  { name: 'equals', at: /\p{Zs}=\p{Zs}/gu },
  // `std::string :: text` is divided between the spaces.
  { name: 'double colon', at: /\p{Zs}::\p{Zs}/gu },
  { name: 'double colon', at: /::/g },
  { name: 'arrow', at: /\p{Zs}(?:->|→|=>)\p{Zs}/gu },
  { name: 'colon', at: /:\p{Zs}|：/gu },
  { name: 'semicolon', at: /;/g, column: ';' },
  { name: 'bar', at: /\|/g, column: '|' },
  { name: 'comma', at: /,/g, column: ',', isNarrow: true, isPart: isInNumber },
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

export const separatorNames = [...new Set([...separators, space].map(({ name }) => name))];

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
