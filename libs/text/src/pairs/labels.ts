import { asciiDigits } from '../characters.ts';

const label = /^\(?(\p{Nd}{1,4}|[A-Za-z])(?:\)\s*|\.\s+)(?=\S)/u;

interface Label {
  style: string;
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
    value: isNumber ? Number(digits) : name.charCodeAt(0),
    rest: front.slice(found[0].length),
  };
}

const follows = (one: Label | null | undefined, next: Label | null | undefined) =>
  one != null && next != null && one.style === next.style && next.value === one.value + 1;

/** Removes numbering such as `1)` or `a.` from consecutive lines. A label without a neighbour is part of the text. */
export function withoutLabels(fronts: readonly string[]): string[] {
  const labels = fronts.map(labelOf);
  return fronts.map((front, at) => {
    const own = labels[at];
    const isCounting = follows(labels[at - 1], own) || follows(own, labels[at + 1]);
    return own && isCounting ? own.rest : front;
  });
}

/** Whether the cells of a column, top to bottom, only number the lines. */
export const isNumbering = (cells: readonly string[]): boolean =>
  cells.length > 1 &&
  cells.every((each, at) => /^\p{Nd}{1,5}[.)]?$/u.test(each) && parseInt(asciiDigits(each), 10) === at + 1);
