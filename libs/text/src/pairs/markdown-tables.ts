import type { ListRecord } from './records.ts';

/** Rows of Markdown tables, and the other lines as records of one field. */
export interface MarkdownRows {
  /** Rows above a delimiter row. */
  headers: ListRecord[];
  records: ListRecord[];
  /** Header and delimiter row of the first table. */
  preface: string[];
}

/** Divides a row at every `|` but `\|`, without the outer ones. */
const cellsOf = (line: string) =>
  line
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());

const isDelimiterRow = ({ fields }: ListRecord) =>
  fields.length > 1 && fields.every((cell) => /^:?-+:?$/.test(cell));

/** Reads Markdown tables; `null` when no row is a delimiter row and not every line begins with `|`. */
export function readMarkdown(text: string): MarkdownRows | null {
  if (!text.includes('|')) return null;
  const lines = text.split('\n').map((each) => each.trim());
  const rows = lines
    .map((each, at) => ({ line: at + 1, fields: cellsOf(each) }))
    .filter(({ line }) => lines[line - 1] !== '');
  const isHeader = (row: ListRecord, next: ListRecord | undefined) =>
    next?.line === row.line + 1 && isDelimiterRow(next) && next.fields.length === row.fields.length;
  const headers = new Set(rows.filter((row, at) => isHeader(row, rows[at + 1])));
  if (headers.size === 0 && !rows.every(({ line }) => lines[line - 1]?.startsWith('|'))) return null;
  const [first] = headers;
  return {
    headers: [...headers].filter(({ fields }) => fields.some((cell) => cell !== '')),
    records: rows.filter((row) => !headers.has(row) && !isDelimiterRow(row)),
    preface: first ? lines.slice(first.line - 1, first.line + 1) : [],
  };
}
