import { cleanText } from '../clean.ts';
import { isHeadLine } from './head-lines.ts';
import { isNumbering, withoutLabels } from './labels.ts';
import { readRecords, type ListRecord } from './records.ts';
import { placesOf, separators, type Separator, type SeparatorRule } from './separators.ts';

export interface Pair {
  front: string;
  back: string;
  /** Number of its first line, from 1. */
  line: number;
}

export type UnsplitReason = 'no separator' | 'no front' | 'no back';

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

/** Pairs of a list, with a report on every other line. */
export interface PairsReport {
  /** `null` when the text is no list of pairs. */
  separator: Separator | null;
  pairs: Pair[];
  /** First line, when it names the columns; `pairs` does not contain it. */
  head: Pair | null;
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

interface Reading {
  rule: SeparatorRule;
  records: ListRecord[];
}

const startsWithHead = (records: readonly ListRecord[]) => {
  const [front = '', back = ''] = records[0]?.fields ?? [];
  return isHeadLine(front, back);
};

const readColumns = (rule: SeparatorRule, column: string, text: string) => {
  const { records, hasQuotes } = readRecords(text, column);
  return { rule, records: records.filter((each) => !isEmpty(each)), hasQuotes };
};

/** Reads a list from a spreadsheet or program, whose quotes or head line show the separator. */
function readTable(text: string): Reading | null {
  for (const rule of separators) {
    if (rule.column === undefined) continue;
    const { records, hasQuotes } = readColumns(rule, rule.column, text);
    if ((hasQuotes || startsWithHead(records)) && splitsEnough(records)) return { rule, records };
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

function readLines(rule: SeparatorRule, lines: readonly Line[], text: string): Reading | null {
  const records =
    rule.column !== undefined && !rule.isNarrow
      ? readColumns(rule, rule.column, text).records
      : splitLines(rule, lines);
  if (!splitsEnough(records)) return null;
  const isMeant = !rule.isNarrow || startsWithHead(records) || lines.every((each) => hasOne(rule, each));
  return isMeant ? { rule, records } : null;
}

const hasOne = (rule: SeparatorRule, { text }: Line) =>
  [...text.matchAll(rule.at)].length === 1 && placesOf(rule, text).length === 1;

function readList(text: string): Reading | null {
  const table = readTable(text);
  if (table) return table;
  const lines = linesOf(text);
  for (const rule of separators) {
    const reading = readLines(rule, lines, text);
    if (reading) return reading;
  }
  return null;
}

/** Splits by a chosen separator, even if most lines do not contain it. */
function readBy(name: Separator, text: string): Reading | null {
  const rule = separators.find((each) => each.name === name);
  if (!rule) return null;
  const records =
    rule.column === undefined
      ? linesOf(text).map(({ line, text: whole }) => ({ line, fields: splitOnce(rule, whole) }))
      : readColumns(rule, rule.column, text).records;
  return records.some(isSplit) ? { rule, records } : null;
}

const reasonOf = ({ fields }: ListRecord): UnsplitReason =>
  fields.length < 2 ? 'no separator' : fields[0] ? 'no back' : 'no front';

/** Removes a first column that only numbers the lines, if two columns remain. */
function withoutNumbering(records: readonly ListRecord[]): ListRecord[] {
  const hasThird = records.every(({ fields }) => fields.length > 2 && fields[2] !== '');
  if (!hasThird || !isNumbering(records.map(({ fields }) => fields[0] ?? ''))) return [...records];
  return records.map(({ line, fields }) => ({ line, fields: fields.slice(1) }));
}

function furtherOf(records: readonly ListRecord[]): FurtherColumns[] {
  return records
    .map(({ line, fields }) => ({ line, columns: fields.slice(2) }))
    .filter(({ columns }) => columns.some((each) => each !== ''));
}

const pairOf = ({ line, fields: [front = '', back = ''] }: ListRecord): Pair => ({ front, back, line });

const textOf = (record: ListRecord) => record.fields.join(' ').trim();

function reportOf({ rule, records }: Reading): PairsReport {
  const hasHead = startsWithHead(records);
  const listed = hasHead ? records.slice(1) : records;
  const numbered = listed.filter(isSplit);
  const split = withoutNumbering(numbered);
  const fronts = withoutLabels(split.map(({ fields }) => fields[0] ?? ''));
  const pairs = split.map((record, at) => ({ ...pairOf(record), front: fronts[at] ?? '' }));
  return {
    separator: rule.name,
    pairs,
    head: hasHead && records[0] ? pairOf(records[0]) : null,
    hasLabels: pairs.some(({ front }, at) => front !== numbered[at]?.fields[0]),
    unsplit: listed
      .filter((each) => !isSplit(each))
      .map((each) => ({ line: each.line, text: textOf(each), reason: reasonOf(each) })),
    further: furtherOf(split),
  };
}

/**
 * Reads a list of pairs, one per line: input of 'Add several', CSV and TSV files, and texts for the generator. Finds the
 * separator itself unless one is named. Time and memory are linear in the length of the text.
 */
export function parsePairs(text: string, separator: Separator | null = null): PairsReport {
  const clean = cleanText(text);
  const reading = separator === null ? readList(clean) : readBy(separator, clean);
  if (reading) return reportOf(reading);
  const unsplit = linesOf(clean).map((each) => ({ ...each, reason: 'no separator' as const }));
  return { separator: null, pairs: [], head: null, hasLabels: false, unsplit, further: [] };
}
