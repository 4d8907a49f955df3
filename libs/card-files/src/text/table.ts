import { parsePairs, searchKey, termKey } from '@kumbuka/text';
import { basicType } from '../built-in-types.ts';
import type { CollectionNote, ColumnMapping, ReadOptions, TableShape } from '../collection.ts';
import type { Collector } from '../collector.ts';
import { fileLimits } from '../limits.ts';
import { convertTogether, isTooLong } from '../sides.ts';
import { tagsOf } from '../tags.ts';
import { isHeader, roleOf } from './column-names.ts';
import { readRows, type TableRow } from './rows.ts';

/** Separators between columns; others divide a line once, which is the business of `parsePairs`. */
const delimiters: Record<string, string> = { tab: '\t', comma: ',', semicolon: ';', bar: '|' };

const isBlankRow = ({ cells }: TableRow) => cells.every((cell) => cell.trim() === '');
const isTable = (fileName: string) => /\.(?:csv|tsv|tab)$/i.test(fileName);

/** The delimiter that divides most rows alike, for a file whose name says that it is a table. */
function likeliest(text: string): string {
  const start = text.slice(0, 100_000);
  const scores = [',', ';', '\t', '|'].map((delimiter) => {
    const rows = readRows(start, delimiter)
      .filter((row) => !isBlankRow(row))
      .slice(0, 200);
    const width = rows[0]?.cells.length ?? 1;
    const alike = rows.filter(({ cells }) => cells.length === width).length / Math.max(1, rows.length);
    return { delimiter, score: width > 1 ? alike : 0 };
  });
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

/** Joins a line without a tab to the answer before it, as `parsePairs` does. A blank line ends the answer. */
function joinAnswers(rows: readonly TableRow[]): TableRow[] {
  const joined: TableRow[] = [];
  let isOpen = false;
  for (const { line, cells } of rows) {
    const [only = '', ...more] = cells;
    const last = joined.at(-1);
    if (isOpen && last && more.length === 0 && only.trim() !== '')
      last.cells.push(`${last.cells.pop()}\n${only}`);
    else {
      joined.push({ line, cells: [...cells] });
      isOpen = more.length > 0;
    }
  }
  return joined;
}

/** Columns of a text, by the separator that `parsePairs` finds; `null` when it is no table. */
export function tableOf(text: string, fileName: string): { delimiter: string; rows: TableRow[] } | null {
  const report = parsePairs(text.slice(0, 1_000_000));
  const found = delimiters[report.separator ?? ''];
  if (found === undefined && !isTable(fileName)) return null;
  const delimiter = found ?? likeliest(text);
  const all = readRows(text, delimiter);
  const rows = (delimiter === '\t' ? joinAnswers(all) : all).filter((row) => !isBlankRow(row));
  return rows.some(({ cells }) => cells.length > 1) ? { delimiter, rows } : null;
}

/** What each column probably holds. */
function guessMapping(rows: readonly TableRow[]): ColumnMapping {
  const [first, second] = rows.map(({ cells }) => cells);
  const hasHeader = isHeader(first ?? [], second);
  const roles = hasHeader ? (first ?? []).map(roleOf) : [];
  const find = (role: string, taken: readonly number[]) =>
    roles.findIndex((each, at) => each === role && !taken.includes(at));
  const width = first?.length ?? 2;
  const free = (...taken: number[]) =>
    Array.from({ length: width }, (_, at) => at).find((at) => !taken.includes(at)) ?? 1;
  const [tags, deck, guid, format] = ['tags', 'deck', 'guid', 'format'].map((role) => find(role, []));
  const others = [tags ?? -1, deck ?? -1, guid ?? -1, format ?? -1];
  const named = find('front', []);
  const front = named === -1 ? free(find('back', []), ...others) : named;
  const answer = find('back', [front]);
  const column = (at: number | undefined) => (at === undefined || at === -1 ? undefined : at);
  return {
    hasHeader,
    front,
    back: answer === -1 ? free(front, ...others) : answer,
    tags: column(tags),
    deck: column(deck),
    guid: column(guid),
    format: column(format),
    cells: 'text',
  };
}

export const shapeOf = (
  rows: readonly TableRow[],
  delimiter: string,
  chosen: ColumnMapping | undefined,
): TableShape => {
  const mapping = chosen ?? guessMapping(rows);
  const columns = mapping.hasHeader ? (rows[0]?.cells ?? []) : (rows[0]?.cells ?? []).map(() => '');
  return {
    separator: delimiter,
    columns,
    rows: rows
      .slice(mapping.hasHeader ? 1 : 0, fileLimits.sample)
      .map(({ cells }) => cells.map((cell) => cell.slice(0, 200))),
    mapping,
  };
};

const tagList = (cell: string) => (/[,;]/.test(cell) ? cell.split(/[,;]/) : cell.split(/\s+/));

/** A spreadsheet export marks cells that a program would run with an apostrophe. */
const withoutGuard = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** Remembers earlier pairs, to report those that come again. */
export function createRepeats() {
  const both = new Set<string>();
  const similar = new Set<string>();
  const key = (of: (text: string) => string, front: string, back: string) =>
    JSON.stringify([of(front), of(back)]);
  return {
    /** `same` for a pair that was there, `similar` for one that differs by case, accents or width. */
    compare(front: string, back: string): 'new' | 'same' | 'similar' {
      const [exact, loose] = [key(termKey, front, back), key(searchKey, front, back)];
      if (both.has(exact)) return 'same';
      const result = similar.has(loose) ? 'similar' : 'new';
      both.add(exact);
      similar.add(loose);
      return result;
    },
  };
}

/** Reads the rows of a table as cards; every row without a card is reported with its physical line. */
export function readTable(
  rows: readonly TableRow[],
  mapping: ColumnMapping,
  options: ReadOptions & { deck: string; isGuarded: boolean },
  collector: Collector,
) {
  const { reporter } = collector;
  const repeats = createRepeats();
  const body = rows.slice(mapping.hasHeader ? 1 : 0);
  const width = mapping.hasHeader
    ? (rows[0]?.cells.length ?? 0)
    : Math.max(0, ...body.slice(0, 1).map(({ cells }) => cells.length));
  for (const { line, cells } of body) {
    const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at] ?? ''));
    const side = (at: number) => (options.isGuarded ? withoutGuard(cell(at)) : cell(at));
    const [front, back] = [side(mapping.front), side(mapping.back)];
    if (cells.length > width)
      reporter.add('extra-cells', { line, text: cells.slice(width).join(', ') }, cells.length - width);
    if (front.trim() === '') reporter.add('no-front', { line, text: back });
    else if (back.trim() === '') reporter.add('no-back', { line, text: front });
    else {
      const found = mapping.guid === undefined ? repeats.compare(front, back) : 'new';
      if (found === 'same') reporter.add('duplicate', { line, text: front });
      else {
        if (found === 'similar') reporter.add('similar', { line, text: front });
        const note = noteOf(
          [front, back],
          cell(mapping.format) === 'rich' ? 'markdown' : (mapping.cells ?? 'text'),
          options.deck,
          line,
        );
        note.guid = cell(mapping.guid).trim() || null;
        note.tags = tagsOf(tagList(cell(mapping.tags)), reporter, { line });
        const deck = cell(mapping.deck).trim().slice(0, fileLimits.deckName);
        for (const card of note.cards) if (deck !== '') card.deck = deck;
        if (note.cards.some(isTooLong)) reporter.add('side-too-long', { line, text: front });
        else collector.note(note);
      }
    }
  }
}

/** Note of one pair. */
export function noteOf(
  sides: readonly [string, string],
  cells: 'text' | 'html' | 'markdown',
  deck: string,
  line: number,
): CollectionNote {
  const { format, texts } =
    cells === 'html'
      ? convertTogether(sides, () => null)
      : { format: cells === 'markdown' ? ('rich' as const) : ('plain' as const), texts: [...sides] };
  const [front = '', back = ''] = texts;
  return {
    guid: null,
    type: basicType.id,
    kind: 'basic',
    format,
    fields: [front, back],
    tags: [],
    line,
    cards: [{ number: 1, deck, front, back, suspended: false, flag: 0 }],
  };
}
