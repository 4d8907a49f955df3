import { asciiDigits } from '../characters.ts';

const label = /^\(?(\p{Nd}{1,4}|[A-Za-z])(?:\)\s*|\.\s+)(?=\S)/u;

interface Label {
  style: string;
  /** From 1; `a` is 1. */
  value: number;
  rest: string;
}

function labelOf(front: string): Label | null {
  const found = label.exec(front);
  const name = found?.[1];
  if (!found || name === undefined) return null;
  const digits = asciiDigits(name);
  const isNumber = /^[0-9]/.test(digits);
  return {
    style: found[0].replace(name, isNumber ? '1' : name < 'a' ? 'A' : 'a').trim(),
    value: isNumber ? Number(digits) : name.toLowerCase().charCodeAt(0) - 96,
    rest: front.slice(found[0].length),
  };
}

/** Number of labels from a place on that count 1, 2, 3 in one style. */
function countFrom(labels: readonly (Label | null)[], from: number): number {
  const first = labels[from];
  let count = 0;
  while (first && labels[from + count]?.style === first.style && labels[from + count]?.value === count + 1)
    count += 1;
  return count;
}

const isAlphabetic = ({ style }: Label) => /[Aa]/.test(style);

/**
 * Removes numbering such as `1)` or `a.` from consecutive lines that count on from 1 or a. Anything else, such as `C. Darwin`
 * or a year, is text; letters count only when they number the whole list, because `A. Smith` may stand above `B. Russell`.
 */
export function withoutLabels(fronts: readonly string[]): string[] {
  const labels = fronts.map(labelOf);
  const counts = new Set<number>();
  for (let at = 0; at < fronts.length;) {
    const count = countFrom(labels, at);
    if (count > 1) for (let each = at; each < at + count; each += 1) counts.add(each);
    at += Math.max(1, count);
  }
  return fronts.map((front, at) => {
    const own = labels[at];
    const isCounted = counts.has(at) && own && (!isAlphabetic(own) || counts.size === fronts.length);
    return isCounted ? own.rest : front;
  });
}

/** Whether the cells of a column, top to bottom, only number the lines. */
export const isNumbering = (cells: readonly string[]): boolean =>
  cells.length > 1 &&
  cells.every((each, at) => /^\p{Nd}{1,5}[.)]?$/u.test(each) && parseInt(asciiDigits(each), 10) === at + 1);
