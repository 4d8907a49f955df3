/** A piece of text of a PDF's page, as pdf.js reads it. */
export interface PageItem {
  str: string;
  hasEOL: boolean;
  height: number;
  /** Ends with the place: x from the left, y from the bottom. */
  transform: readonly number[];
}

interface Line {
  text: string;
  y: number;
  height: number;
}

const yOf = ({ transform }: PageItem) => transform[5] ?? 0;
/** Whether the baseline moves further than for an index or an exponent. */
const jumps = (line: Line, item: PageItem) =>
  item.str !== '' && line.text !== '' && Math.abs(line.y - yOf(item)) > Math.max(line.height, item.height);

function linesOf(items: readonly PageItem[]): Line[] {
  const lines: Line[] = [];
  let line: Line = { text: '', y: 0, height: 0 };
  const end = () => {
    lines.push(line);
    line = { text: '', y: 0, height: 0 };
  };
  for (const item of items) {
    if (jumps(line, item)) end();
    if (line.text === '') line.y = yOf(item);
    line.text += item.str;
    line.height = Math.max(line.height, item.height);
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

/** Gap to running heads and page numbers, in line heights; paragraphs have smaller gaps. */
const minGap = 2.2;
/** Rows at one end of a page that may be separate from the text. */
const maxRows = 2;

/** Returns the lines of the outermost rows of a page that have more than a paragraph's gap to the next row. */
function rowsApart(lines: readonly Line[], direction: 1 | -1): Line[] {
  const apart: Line[] = [];
  for (let row = 0; row < maxRows; row += 1) {
    const left = lines.filter(({ text }) => text.trim() !== '').filter((line) => !apart.includes(line));
    const outermost = Math.max(...left.map(({ y }) => direction * y));
    const inRow = left.filter(({ y, height }) => outermost - direction * y < height / 2);
    const next = Math.max(...left.filter((line) => !inRow.includes(line)).map(({ y }) => direction * y));
    const height = Math.max(...inRow.map((line) => line.height));
    if (!(outermost - next > minGap * height) || next === -Infinity) return apart;
    apart.push(...inRow);
  }
  return apart;
}

const textOf = (lines: readonly Line[]) => lines.map(({ text }) => text).join('\n');

/**
 * Returns the text of a page. Separate rows at its top come first and those at its bottom last, each as a paragraph,
 * because programs write heads and page numbers in any order.
 */
export function pageTextOf(items: readonly PageItem[]): string {
  const lines = linesOf(items);
  const top = rowsApart(lines, 1);
  const bottom = rowsApart(
    lines.filter((line) => !top.includes(line)),
    -1,
  );
  const body = lines.filter((line) => !top.includes(line) && !bottom.includes(line));
  return [top, body, bottom]
    .filter((part) => part.length > 0)
    .map(textOf)
    .join('\n\n');
}
