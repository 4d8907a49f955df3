import Papa from 'papaparse';

/** Row of a table, with the number of its first physical line, from 1. */
export interface TableRow {
  line: number;
  cells: string[];
}

const lineEnd = /\r\n|\n|\r/g;

/** Cells keep their text; blanks around them and a carriage return of mixed line ends go. */
const cellOf = (text: string) => text.replace(/^ +/, '').replace(/[ ]*\r?$/, '');

/** Makes the line ends outside of quoted cells equal, because some files mix them. Only the start of a cell opens one. */
function withEqualLineEnds(text: string, delimiter: string, isQuoted: boolean): string {
  if (!text.includes('\r')) return text;
  const parts = isQuoted ? text.split('"') : [text];
  let [isInside, wasInside] = [false, false];
  return parts
    .map((part, at) => {
      const before = parts[at - 1] ?? '';
      // Two quotation marks inside a cell are one of its text.
      const isDoubled = wasInside && before === '';
      const startsCell = before === '' ? at === 1 : before.endsWith(delimiter) || /[\r\n]$/.test(before);
      [isInside, wasInside] = [at > 0 && !isInside && (isDoubled || startsCell), isInside];
      return isInside ? part : part.replaceAll(/\r\n?/g, '\n');
    })
    .join('"');
}

function parse(written: string, delimiter: string, isQuoted: boolean): TableRow[] | null {
  const text = withEqualLineEnds(written, delimiter, isQuoted);
  const rows: TableRow[] = [];
  let [from, line, isBroken] = [0, 1, false];
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    ...(isQuoted ? {} : { quoteChar: '\uFDD0' }),
    step({ data, errors, meta: { cursor } }) {
      if (errors.some(({ type }) => type === 'Quotes')) isBroken = true;
      rows.push({ line, cells: data.map(cellOf) });
      line += (text.slice(from, cursor).match(lineEnd) ?? []).length;
      from = cursor;
    },
  });
  return isBroken ? null : rows;
}

/**
 * Reads a table by RFC 4180. Where quotation marks do not follow it, they are text: programs such as Quizlet quote nothing.
 */
export const readRows = (text: string, delimiter: string): TableRow[] =>
  parse(text, delimiter, true) ?? parse(text, delimiter, false) ?? [];
