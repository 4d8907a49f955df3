import { cleanText } from '../clean.ts';
import { htmlText } from '../html.ts';
import { termKey } from '../keys.ts';
import { readAnkiHeader, type AnkiHeader } from './anki-header.ts';
import { cardsOfNote } from './anki-marks.ts';
import { isHeaderRow } from './header-row.ts';
import { isNumbering, withoutLabels } from './labels.ts';
import { readMarkdown } from './markdown-tables.ts';
import { readQuestions } from './questions.ts';
import { joinAnswers, readRecords, type ListRecord } from './records.ts';
import {
  placesOf,
  separatorOfColumns,
  separators,
  space,
  type Separator,
  type SeparatorRule,
} from './separators.ts';

export interface Pair {
  front: string;
  back: string;
  /** Number of its first line, from 1. */
  line: number;
}

/** `repeat`: an earlier line has the same front and back. */
export type UnsplitReason = 'no separator' | 'no front' | 'no back' | 'setting' | 'repeat';

/** Line without a pair of its own. */
export interface UnsplitLine {
  line: number;
  text: string;
  reason: UnsplitReason;
}

/** Pair whose front an earlier pair has with another back. */
export interface SharedFront {
  line: number;
  front: string;
  /** Line of the earlier pair. */
  first: number;
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
  sharedFronts: SharedFront[];
}

/** Share of the lines that a separator must split; quotes and a header row show a table less surely. */
const [minShare, minShareOfTable] = [0.5, 0.8];
/** Share of the lines with a tab when the others continue an answer. */
const minShareOfTabs = 1 / 6;

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

const splitShare = (records: readonly ListRecord[]) => records.filter(isSplit).length / records.length;

/** One line is a list when its separator is certain. */
const splitsEnough = (records: readonly ListRecord[], isCertain = false, share = minShare) =>
  records.length > (isCertain ? 0 : 1) && splitShare(records) >= share;

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

/** Of several signs for one separator, such as `;` and `；`, the one on most lines. */
function signOf(columns: string, text: string): string {
  const lines = text.split('\n');
  const counts = [...columns].map((sign) => ({
    sign,
    count: columns.length === 1 ? 1 : lines.filter((line) => line.includes(sign)).length,
  }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).sign;
}

function readColumns(sign: string, text: string) {
  const { records, hasQuotes } = readRecords(text, sign);
  const joined = sign === '\t' ? joinAnswers(records) : records;
  return { records: joined.filter((each) => !isEmpty(each)), hasQuotes };
}

/** Reads a list from a spreadsheet or program, whose quotes or header row show the separator. */
function readTable(text: string): ParsedList | null {
  for (const { columns, name } of separators) {
    if (columns === undefined) continue;
    const { records, hasQuotes } = readColumns(signOf(columns, text), text);
    const isTable = hasQuotes || startsWithHeader(records);
    if (isTable && splitsEnough(records, false, minShareOfTable)) return { name, records };
  }
  return null;
}

/** Stops as soon as too many lines stay whole, because most rules fail on most texts. */
function splitLines(rule: SeparatorRule, lines: readonly Line[]): ListRecord[] {
  const records: ListRecord[] = [];
  let missesLeft = Math.floor((1 - minShare) * lines.length);
  for (const { line, text } of lines) {
    const record = { line, fields: splitOnce(rule, text) };
    if (!isSplit(record)) missesLeft -= 1;
    if (missesLeft < 0) return [];
    records.push(record);
  }
  return records;
}

/** Too many lines without a tab are prose below a table, not answers of several lines. */
const hasTabs = (lines: readonly Line[]) =>
  lines.filter(({ text }) => text.includes('\t')).length >= minShareOfTabs * lines.length;

function readLines(rule: SeparatorRule, lines: readonly Line[], text: string): ParsedList | null {
  const { name, columns, isNarrow, isCertain } = rule;
  if (name === 'tab' && !hasTabs(lines)) return null;
  const records =
    columns !== undefined && !isNarrow
      ? readColumns(signOf(columns, text), text).records
      : splitLines(rule, lines);
  if (!splitsEnough(records, isCertain)) return null;
  const isMeant = !isNarrow || startsWithHeader(records) || lines.every((each) => hasOne(rule, each));
  return isMeant ? { name, records } : null;
}

const hasOne = (rule: SeparatorRule, { text }: Line) =>
  [...text.matchAll(rule.at)].length === 1 && placesOf(rule, text).length === 1;

/** Reads the rows of Markdown tables. */
function readRows(text: string): ParsedList | null {
  const rows = readMarkdown(text);
  return rows?.records.some(isSplit) ? { ...rows, name: 'bar' } : null;
}

/**
 * The first separator that splits at least half of the lines wins. A later one wins only when it alone splits every line: the
 * dash in some of the meanings of `Osmosis: movement - of water` divides nothing.
 */
function readByRules(rules: readonly SeparatorRule[], text: string): ParsedList | null {
  const lines = linesOf(text);
  let first: ParsedList | null = null;
  for (const rule of rules) {
    if (first && rule.isNarrow) continue;
    const parsed = readLines(rule, lines, text);
    if (parsed && splitShare(parsed.records) === 1) return parsed;
    first ??= parsed;
    if (first?.name === 'tab') return first;
  }
  return first;
}

/** Reads the lines of a long text that have the certain separator which splits most of them. */
function readSomeLines(text: string): ParsedList | null {
  const lines = linesOf(text);
  const count = ({ records }: ParsedList) => records.filter(isSplit).length;
  const [best] = separators
    .filter(({ isCertain, columns }) => isCertain && columns === undefined)
    .map((rule) => ({
      name: rule.name,
      records: lines.map(({ line, text: whole }) => ({ line, fields: splitOnce(rule, whole) })),
    }))
    .toSorted((one, other) => count(other) - count(one));
  return best && count(best) > 1 ? best : null;
}

function readLabelled(text: string, isChosen = false): ParsedList | null {
  const records = readQuestions(text, isChosen);
  return records && { name: 'labels', records, headers: [] };
}

const readList = (text: string): ParsedList | null =>
  readRows(text) ??
  readLabelled(text) ??
  readTable(text) ??
  readByRules(separators, text) ??
  readSomeLines(text);

/** Splits by a chosen separator, even if most lines do not contain it. */
function readBy(name: Separator, text: string): ParsedList | null {
  if (name === 'labels') return readLabelled(text, true);
  const rows = name === 'bar' ? readRows(text) : null;
  const rules = [...separators, space].filter((each) => each.name === name);
  const [first] = rules;
  if (rows || !first) return rows;
  if (first.columns !== undefined)
    return { name, records: readColumns(signOf(first.columns, text), text).records };
  const found = readByRules(rules, text);
  if (found) return found;
  const rule = rules.at(-1) ?? first;
  return {
    name,
    records: linesOf(text).map(({ line, text: whole }) => ({ line, fields: splitOnce(rule, whole) })),
  };
}

/** `sep=;` above the rows of a spreadsheet. */
function readSpreadsheet(text: string): ParsedList | null {
  const [, line = '', sign = ''] = /^("?sep=(.)"?)[^\S\n]*(?:\n|$)/i.exec(text) ?? [];
  const name = sign === '' ? null : separatorOfColumns(sign);
  if (name === null) return null;
  const records = readColumns(sign, `${' '.repeat(line.length)}${text.slice(line.length)}`).records;
  return { name, records, preface: [line] };
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

/** Separates pairs that repeat an earlier one, and finds pairs that share only its front. */
function compared(all: readonly Pair[]) {
  const lines = new Map<string, number>();
  const backs = new Set<string>();
  const [pairs, repeats, sharedFronts]: [Pair[], UnsplitLine[], SharedFront[]] = [[], [], []];
  for (const pair of all) {
    const { front, back, line } = pair;
    const key = termKey(front);
    const both = JSON.stringify([key, termKey(back)]);
    if (backs.has(both)) {
      repeats.push({ line, text: `${front} – ${back}`, reason: 'repeat' });
      continue;
    }
    const first = lines.get(key);
    if (first === undefined) lines.set(key, line);
    else sharedFronts.push({ line, front, first });
    backs.add(both);
    pairs.push(pair);
  }
  return { pairs, repeats, sharedFronts };
}

function reportOf({ name, records, headers, preface = [] }: ParsedList): PairsReport {
  const headerRecords = headers ?? (startsWithHeader(records) ? records.slice(0, 1) : []);
  const listed = headers ? records : records.slice(headerRecords.length);
  const numbered = listed.filter(isSplit);
  const isNumbered = hasNumbers(numbered);
  const split = isNumbered ? numbered.map(withoutFirst) : numbered;
  const fronts = withoutLabels(split.map(({ fields }) => fields[0] ?? ''));
  const all = split.map((record, at) => ({ ...pairOf(record), front: fronts[at] ?? '' }));
  const { pairs, repeats, sharedFronts } = compared(all);
  return {
    separator: name,
    pairs,
    headers: headerRecords.map((each) => headerOf(isNumbered && headers ? withoutFirst(each) : each)),
    preface,
    hasLabels: all.some(({ front }, at) => front !== numbered[at]?.fields[0]),
    unsplit: [
      ...listed
        .filter((each) => !isSplit(each))
        .map((each) => ({ line: each.line, text: textOf(each), reason: reasonOf(each) })),
      ...repeats,
    ].toSorted((one, other) => one.line - other.line),
    further: furtherOf(split),
    sharedFronts,
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
  const sheet = anki || separator ? null : readSpreadsheet(clean);
  const found = anki
    ? readExport(anki, separator)
    : separator
      ? readBy(separator, clean)
      : (sheet ?? readList(clean));
  const settings = settingsOf(anki?.lines ?? sheet?.preface ?? []);
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
    sharedFronts: [],
  };
}
