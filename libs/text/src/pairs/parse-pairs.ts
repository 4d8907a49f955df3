import { cleanText } from '../clean.ts';
import { htmlText } from '../html.ts';
import { readAnkiHeader, type AnkiHeader } from './anki-header.ts';
import { cardsOfNote } from './anki-marks.ts';
import { isHeaderRow } from './header-row.ts';
import { isNumbering, withoutLabels } from './labels.ts';
import { readMarkdown } from './markdown-tables.ts';
import { readRecords, type ListRecord } from './records.ts';
import { placesOf, separators, space, type Separator, type SeparatorRule } from './separators.ts';

export interface Pair {
  front: string;
  back: string;
  /** Number of its first line, from 1. */
  line: number;
}

export type UnsplitReason = 'no separator' | 'no front' | 'no back' | 'setting';

export interface UnsplitLine {
  line: number;
  text: string;
  reason: UnsplitReason;
}

/** Columns after the second. */
export interface FurtherColumns {
  line: number;
  columns: string[];
}

/** Line that names the columns. */
export interface HeaderRow extends Pair {
  /** Names of the columns after the second. */
  further: readonly string[];
}

/** Pairs of a list, with a report on every other line. */
export interface PairsReport {
  /** `null` when the text is no list of pairs. */
  separator: Separator | null;
  pairs: Pair[];
  /** Lines that name the columns: the first one, or the first row of each Markdown table. `pairs` has none of them. */
  headers: HeaderRow[];
  /** Lines at the top that any part of the list needs to be read alike: settings, or the header of a Markdown table. */
  preface: readonly string[];
  /** Whether numbering such as `1)` or `a.` was removed. */
  hasLabels: boolean;
  unsplit: UnsplitLine[];
  further: FurtherColumns[];
}

/** Share of the lines that a separator must split. */
const minShare = 0.8;

interface Line {
  line: number;
  text: string;
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .map((each, at) => ({ line: at + 1, text: each.trim() }))
    .filter((each) => each.text !== '');

const withoutBullet = (text: string) => text.replace(/^[-*•–—]\s+/u, '');

/** Divides a line into two fields; returns the whole line when it has no separator. */
function splitOnce(rule: SeparatorRule, text: string): string[] {
  for (const each of new Set([withoutBullet(text), text])) {
    const place = placesOf(rule, each, 1)[0];
    if (place && place.from > 0 && place.to < each.length)
      return [each.slice(0, place.from).trim(), each.slice(place.to).trim()];
  }
  return [text];
}

const isSplit = ({ fields }: ListRecord) => Boolean(fields[0]) && Boolean(fields[1]);
const isEmpty = ({ fields }: ListRecord) => fields.every((each) => each === '');

function splitsEnough(records: readonly ListRecord[]): boolean {
  return records.length > 1 && records.filter(isSplit).length >= minShare * records.length;
}

interface ParsedList {
  name: Separator;
  records: ListRecord[];
  /** Left out when the first record may be the header. */
  headers?: ListRecord[];
  preface?: readonly string[];
}

const startsWithHeader = (records: readonly ListRecord[]) => {
  const [front = '', back = ''] = records[0]?.fields ?? [];
  return isHeaderRow(front, back);
};

const readColumns = (column: string, text: string) => {
  const { records, hasQuotes } = readRecords(text, column);
  return { records: records.filter((each) => !isEmpty(each)), hasQuotes };
};

/** Reads a list from a spreadsheet or program, whose quotes or header row show the separator. */
function readTable(text: string): ParsedList | null {
  for (const rule of separators) {
    if (rule.column === undefined) continue;
    const { records, hasQuotes } = readColumns(rule.column, text);
    if ((hasQuotes || startsWithHeader(records)) && splitsEnough(records))
      return { name: rule.name, records };
  }
  return null;
}

/** Stops as soon as too many lines stay whole, because most rules fail on most texts. */
function splitLines(rule: SeparatorRule, lines: readonly Line[]): ListRecord[] {
  const records: ListRecord[] = [];
  let missesLeft = Math.floor((1 - minShare) * lines.length + 1e-9);
  for (const { line, text } of lines) {
    const record = { line, fields: splitOnce(rule, text) };
    if (!isSplit(record)) missesLeft -= 1;
    if (missesLeft < 0) return [];
    records.push(record);
  }
  return records;
}

function readLines(rule: SeparatorRule, lines: readonly Line[], text: string): ParsedList | null {
  const records =
    rule.column !== undefined && !rule.isNarrow
      ? readColumns(rule.column, text).records
      : splitLines(rule, lines);
  if (!splitsEnough(records)) return null;
  const isMeant = !rule.isNarrow || startsWithHeader(records) || lines.every((each) => hasOne(rule, each));
  return isMeant ? { name: rule.name, records } : null;
}

const hasOne = (rule: SeparatorRule, { text }: Line) =>
  [...text.matchAll(rule.at)].length === 1 && placesOf(rule, text).length === 1;

/** Reads the rows of Markdown tables. */
function readRows(text: string): ParsedList | null {
  const rows = readMarkdown(text);
  return rows?.records.some(isSplit) ? { ...rows, name: 'bar' } : null;
}

function readList(text: string): ParsedList | null {
  const table = readRows(text) ?? readTable(text);
  if (table) return table;
  const lines = linesOf(text);
  for (const rule of separators) {
    const parsed = readLines(rule, lines, text);
    if (parsed) return parsed;
  }
  return null;
}

/** Splits by a chosen separator, even if most lines do not contain it. */
function readBy(name: Separator, text: string): ParsedList | null {
  const rows = name === 'bar' ? readRows(text) : null;
  const rule = [...separators, space].find((each) => each.name === name);
  if (rows || !rule) return rows;
  const records =
    rule.column === undefined
      ? linesOf(text).map(({ line, text: whole }) => ({ line, fields: splitOnce(rule, whole) }))
      : readColumns(rule.column, text).records;
  return { name, records };
}

function readBody({ body, separator }: AnkiHeader, chosen: Separator | null): ParsedList | null {
  if (separator && (chosen ?? separator.name) === separator.name)
    return { name: separator.name, records: readColumns(separator.character, body).records };
  return chosen ? readBy(chosen, body) : readList(body);
}

/** Reads the notes of an Anki export: their first two fields are the sides of a card, or the first holds clozes. */
function readExport(header: AnkiHeader, chosen: Separator | null): ParsedList | null {
  const parsed = readBody(header, chosen);
  const records = parsed?.records.flatMap(({ line, fields }) =>
    cardsOfNote(
      fields
        .filter((_, at) => !header.metaColumns.has(at + 1))
        .map((each) => (header.isHtml ? htmlText(each) : each)),
    ).map((card) => ({ line, fields: card })),
  );
  return parsed && records ? { name: parsed.name, records, preface: header.lines } : null;
}

const reasonOf = ({ fields }: ListRecord): UnsplitReason =>
  fields.length < 2 ? 'no separator' : fields[0] ? 'no back' : 'no front';

/** Whether the first column only numbers the lines and two columns remain without it. */
const hasNumbers = (records: readonly ListRecord[]) =>
  records.every(({ fields }) => fields.length > 2 && fields[2] !== '') &&
  isNumbering(records.map(({ fields }) => fields[0] ?? ''));

const withoutFirst = ({ line, fields }: ListRecord): ListRecord => ({ line, fields: fields.slice(1) });

function furtherOf(records: readonly ListRecord[]): FurtherColumns[] {
  return records
    .map(({ line, fields }) => ({ line, columns: fields.slice(2) }))
    .filter(({ columns }) => columns.some((each) => each !== ''));
}

const pairOf = ({ line, fields: [front = '', back = ''] }: ListRecord): Pair => ({ front, back, line });

const headerOf = (record: ListRecord): HeaderRow => ({ ...pairOf(record), further: record.fields.slice(2) });

const textOf = (record: ListRecord) => record.fields.join(' ').trim();

function reportOf({ name, records, headers, preface = [] }: ParsedList): PairsReport {
  const headerRecords = headers ?? (startsWithHeader(records) ? records.slice(0, 1) : []);
  const listed = headers ? records : records.slice(headerRecords.length);
  const numbered = listed.filter(isSplit);
  const isNumbered = hasNumbers(numbered);
  const split = isNumbered ? numbered.map(withoutFirst) : numbered;
  const fronts = withoutLabels(split.map(({ fields }) => fields[0] ?? ''));
  const pairs = split.map((record, at) => ({ ...pairOf(record), front: fronts[at] ?? '' }));
  return {
    separator: name,
    pairs,
    headers: headerRecords.map((each) => headerOf(isNumbered && headers ? withoutFirst(each) : each)),
    preface,
    hasLabels: pairs.some(({ front }, at) => front !== numbered[at]?.fields[0]),
    unsplit: listed
      .filter((each) => !isSplit(each))
      .map((each) => ({ line: each.line, text: textOf(each), reason: reasonOf(each) })),
    further: furtherOf(split),
  };
}

const settingsOf = (lines: readonly string[]): UnsplitLine[] =>
  linesOf(lines.join('\n')).map((each) => ({ ...each, reason: 'setting' }));

/**
 * Reads a list of pairs, one per line: input of 'Add several', CSV and TSV files, Anki exports, Markdown tables, and
 * texts for the generator. Finds the separator itself unless one is named. Time and memory are linear in the length of
 * the text.
 */
export function parsePairs(text: string, separator: Separator | null = null): PairsReport {
  const clean = cleanText(text);
  const anki = readAnkiHeader(clean);
  const found = anki ? readExport(anki, separator) : separator ? readBy(separator, clean) : readList(clean);
  const settings = settingsOf(anki?.lines ?? []);
  if (found?.records.some(isSplit)) {
    const report = reportOf(found);
    return { ...report, unsplit: [...settings, ...report.unsplit] };
  }
  const unsplit = linesOf(anki?.body ?? clean).map((each) => ({ ...each, reason: 'no separator' as const }));
  return {
    separator: null,
    pairs: [],
    headers: [],
    preface: [],
    hasLabels: false,
    unsplit: [...settings, ...unsplit],
    further: [],
  };
}
