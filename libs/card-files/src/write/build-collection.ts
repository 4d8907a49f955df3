import { createHash } from 'node:crypto';
import { dayOfDate, dayStart, offsetMinutesAt, type Day } from '@kumbuka/contracts/study-day';
import initSqlJs, { type Database, type Statement } from 'sql.js';
import { builtInNoteTypes } from '../built-in-types.ts';
import type { CollectionCard, CollectionNote, NoteType } from '../collection.ts';
import { fieldToHtml } from '../html/from-markdown.ts';
import { plainToHtml } from '../html/plain-html.ts';
import { htmlToText } from '../html/to-markdown.ts';
import { deckRow, deckSettings, indexes, noteTypeRow, tables } from './anki-schema.ts';
import { scheduleColumns } from './card-values.ts';

export interface BuildOptions {
  noteTypes: readonly NoteType[];
  zone: string;
  dayStartHour: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** Day 0 of every collection that we write: earlier than any answer. Anki only compares differences of days. */
const dayZero: Day = dayOfDate('2000-01-03');
const ankiDayStart = 4;

const digest = (text: string) => createHash('sha1').update(text).digest('hex');

/** First eight digits of the digest of the first field, by which Anki finds duplicates. */
const checksum = (text: string) => Number.parseInt(digest(text).slice(0, 8), 16);

/** Text of a field by which Anki sorts and compares; pictures count by their names. */
const sortText = (html: string) =>
  htmlToText(html.replaceAll(/<img[^>]*?src=["']?([^"'>]+)["']?[^>]*>/gi, ' $1 '));

/** A note without a guid gets the same one in every export. */
const guidOf = (note: CollectionNote) =>
  note.guid ?? `kmb-${digest(JSON.stringify([note.type, note.fields])).slice(0, 16)}`;

/** Numbers for note types, which Anki knows by them. An id that is no number becomes one that stays. */
function numbersOfTypes(types: readonly NoteType[]): Map<string, number> {
  const numbers = new Map<string, number>();
  const taken = new Set<number>();
  for (const { id } of types) {
    const own = /^\d{1,15}$/.test(id) ? Number(id) : 0;
    let number =
      own > 0 ? own : 1_500_000_000_000 + (Number.parseInt(digest(id).slice(0, 10), 16) % 100_000_000_000);
    while (taken.has(number)) number += 1;
    taken.add(number);
    numbers.set(id, number);
  }
  return numbers;
}

/** Ids of the decks and of those above them. */
function createDecks(at: number) {
  const ids = new Map<string, number>([['Default', 1]]);
  const nameOf = (path: string) =>
    path
      .split('::')
      .map((level) => level.trim() || 'blank')
      .join('::');
  function idOf(path: string): number {
    const name = nameOf(path);
    const found = ids.get(name);
    if (found !== undefined) return found;
    const parent = name.lastIndexOf('::');
    if (parent > 0) idOf(name.slice(0, parent));
    const id = at + ids.size;
    ids.set(name, id);
    return id;
  }
  return {
    idOf,
    rows: () =>
      Object.fromEntries([...ids].map(([name, id]) => [id, deckRow(id, name, Math.floor(at / 1000))])),
  };
}

const maxFlag = 7;
const tagOf = (tag: string) => tag.trim().replaceAll(/\s+/g, '_');

interface Statements {
  note: Statement;
  card: Statement;
  answer: Statement;
}

function prepare(database: Database): Statements {
  const insert = (table: string, columns: number) =>
    database.prepare(
      `insert or ignore into ${table} values (${Array.from({ length: columns }, () => '?').join(', ')})`,
    );
  return { note: insert('notes', 11), card: insert('cards', 18), answer: insert('revlog', 9) };
}

/** Type of a note: one of the file, or ours of its kind. */
function typesByNote(noteTypes: readonly NoteType[]) {
  const used = new Map(noteTypes.map((type) => [type.id, type]));
  const typeOf = ({ type, kind }: CollectionNote): NoteType =>
    used.get(type) ?? builtInNoteTypes[kind === 'custom' ? 'basic' : kind];
  const all = [...noteTypes, ...Object.values(builtInNoteTypes).filter(({ id }) => !used.has(id))];
  return { typeOf, all };
}

/** Fields of a note, as many as its type has. */
function fieldsOf(note: CollectionNote, type: NoteType): string[] {
  const fields =
    note.sourceFields ??
    note.fields.map((field, at) =>
      // The areas of a picture are no Markdown.
      note.kind === 'image-occlusion' && at === 0 ? plainToHtml(field) : fieldToHtml(field, note.format),
    );
  const width = type.fields.length;
  // Control characters would divide the fields.
  return Array.from({ length: width }, (_, at) => (fields[at] ?? '').replaceAll('\u001F', ' '));
}

/** Writes a collection of schema 11 into memory and returns its bytes. */
export async function buildCollection(
  notes: AsyncIterable<readonly CollectionNote[]>,
  options: BuildOptions,
): Promise<Uint8Array> {
  const SQL = await initSqlJs();
  const database = new SQL.Database();
  database.run(`pragma page_size=4096; ${tables} begin`);
  const statements = prepare(database);
  const decks = createDecks(options.at);
  const { typeOf, all } = typesByNote(options.noteTypes);
  const numbers = numbersOfTypes(all);
  const usedTypes = new Set<NoteType>();
  const changed = Math.floor(options.at / 1000);
  // Ids are times in milliseconds; those of notes and cards lie before the export.
  let id = options.at - 10_000_000;
  let position = 0;

  function addCard(card: CollectionCard, noteId: number) {
    id += 1;
    if (card.schedule === undefined && card.position === undefined) position += 1;
    const values = scheduleColumns(card, dayZero, position);
    const { type, queue, due, interval, factor, reps, lapses, left, data } = values;
    const flag = Math.min(maxFlag, card.flag);
    statements.card.run([
      id,
      noteId,
      decks.idOf(card.deck),
      card.number - 1,
      changed,
      -1,
      type,
      queue,
      due,
      interval,
      factor,
      reps,
      lapses,
      left,
      0,
      0,
      flag,
      data,
    ]);
    const { history } = card;
    for (const [at, time] of history?.times.entries() ?? [])
      statements.answer.run([
        time,
        id,
        -1,
        history?.ratings[at] ?? 0,
        history?.intervals[at] ?? 0,
        history?.lastIntervals[at] ?? 0,
        history?.factors[at] ?? 0,
        history?.durations[at] ?? 0,
        history?.kinds[at] ?? 1,
      ]);
  }

  for await (const batch of notes) {
    for (const note of batch) {
      const type = typeOf(note);
      const fields = fieldsOf(note, type);
      const sorted = sortText(fields[0] ?? '');
      const tags = note.tags.map(tagOf).filter((tag) => tag !== '');
      usedTypes.add(type);
      id += 1;
      const noteId = id;
      statements.note.run([
        noteId,
        guidOf(note),
        numbers.get(type.id) ?? 0,
        Math.floor((note.changedAt ?? options.at) / 1000),
        -1,
        tags.length === 0 ? '' : ` ${tags.join(' ')} `,
        fields.join('\u001F'),
        sorted,
        checksum(sorted),
        0,
        '',
      ]);
      for (const card of note.cards) addCard(card, noteId);
    }
  }
  for (const statement of Object.values(statements)) statement.free();
  const crt = dayStart({ timezone: options.zone, dayStartHour: ankiDayStart }, dayZero).getTime() / 1000;
  const conf = {
    activeDecks: [1],
    addToCur: true,
    collapseTime: 1_200,
    creationOffset: -offsetMinutesAt(options.zone, new Date(crt * 1000)),
    curDeck: 1,
    curModel: null,
    dayLearnFirst: false,
    dueCounts: true,
    estTimes: true,
    newSpread: 0,
    nextPos: position + 1,
    rollover: options.dayStartHour,
    sched2021: true,
    schedVer: 2,
    sortBackwards: false,
    sortType: 'noteFld',
    timeLim: 0,
  };
  const models = Object.fromEntries(
    [...usedTypes].map((type) => [numbers.get(type.id), noteTypeRow(numbers.get(type.id) ?? 0, type)]),
  );
  database.run('insert into col values (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, ?)', [
    crt,
    options.at,
    options.at,
    ...[conf, models, decks.rows(), deckSettings, {}].map((each) => JSON.stringify(each)),
  ]);
  database.run(`commit; ${indexes}`);
  const bytes = database.export();
  database.close();
  return bytes;
}
