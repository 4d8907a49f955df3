import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CardFileRejected,
  type CardFileHead,
  type CardHistory,
  type MediaFile,
  type NoteType,
  type ReadOptions,
} from '../collection.ts';
import type { Collector } from '../collector.ts';
import { archiveLimits, fileLimits } from '../limits.ts';
import { mediaReferences } from '../html/media-references.ts';
import { tagsOf } from '../tags.ts';
import { readKumbukaLines } from '../text/kumbuka-file.ts';
import { logName } from '../archive/study-log.ts';
import { openArchive, type Archive } from './archive.ts';
import { dueOf, readCardData, scheduleOf, type CardRow } from './card-schedule.ts';
import { ankiClock, type AnkiClock } from './clock.ts';
import { integer, openForeignDatabase, text, type ForeignDatabase } from './database.ts';
import { mediaResolver, readMediaMap, type MediaEntry, type MediaMap } from './media-map.ts';
import { createNoteMaker, type CardShell, type NoteMaker } from './note-maker.ts';
import { numberField } from './protobuf.ts';
import { readSchema, type AnkiNoteType, type AnkiSchema } from './schema.ts';

const newestVersion = 3;
const metaBytes = 1_000;

/** Collection of a package: the latest generation that it contains. */
async function findCollection(archive: Archive): Promise<{ name: string; isCurrent: boolean }> {
  const meta = archive.has('meta') ? await archive.read('meta', { limit: metaBytes, isZstd: false }) : null;
  const version = meta ? (numberField(meta, 1) ?? 1) : 1;
  if (!(version <= newestVersion)) throw new CardFileRejected('newer-anki');
  const name = ['collection.anki21b', 'collection.anki21', 'collection.anki2'].find((each) =>
    archive.has(each),
  );
  if (name === undefined) throw new CardFileRejected('not-anki');
  return { name, isCurrent: name === 'collection.anki21b' };
}

const answerColumns = 'cid, id, ease, ivl, lastIvl, factor, time, type';

/** Earlier answers by card. Answers of other cards and senseless ones are counted. */
function readHistories(
  database: ForeignDatabase,
  cards: ReadonlySet<number>,
  { reporter }: Collector,
): Map<number, CardHistory> {
  const histories = new Map<number, CardHistory>();
  let [strangers, senseless] = [0, 0];
  for (const row of database.rows(
    `select ${answerColumns} from revlog order by id limit ${fileLimits.answers}`,
  )) {
    const [
      card = 0,
      time = 0,
      rating = 0,
      interval = 0,
      lastInterval = 0,
      factor = 0,
      duration = 0,
      kind = 0,
    ] = row.map((value) => integer(value, -1));
    if (rating < 0 || rating > 4 || time <= 0 || time > 8e12) senseless += 1;
    else if (!cards.has(card)) strangers += rating > 0 ? 1 : 0;
    else {
      let history = histories.get(card);
      if (!history) {
        history = {
          times: [],
          ratings: [],
          intervals: [],
          lastIntervals: [],
          factors: [],
          durations: [],
          kinds: [],
        };
        histories.set(card, history);
      }
      history.times.push(time);
      history.ratings.push(rating);
      history.intervals.push(interval);
      history.lastIntervals.push(lastInterval);
      history.factors.push(factor);
      history.durations.push(duration);
      history.kinds.push(kind);
    }
  }
  if (strangers > 0) reporter.add('reviews-without-card', {}, strangers);
  if (senseless > 0) reporter.add('bad-reviews', {}, senseless);
  return histories;
}

function readCards(database: ForeignDatabase): Map<number, CardRow[]> {
  const cards = new Map<number, CardRow[]>();
  const rows = database.rows(
    `select id, nid, did, ord, type, queue, due, ivl, factor, reps, lapses, left, odue, odid, flags, substr(data, 1, 4000) from cards order by id limit ${fileLimits.cards + 1}`,
  );
  let count = 0;
  for (const row of rows) {
    if ((count += 1) > fileLimits.cards) throw new CardFileRejected('too-large');
    const home = integer(row[13]);
    const card: CardRow = {
      id: integer(row[0]),
      noteId: integer(row[1]),
      deckId: text(row[2]),
      ordinal: integer(row[3]),
      type: integer(row[4]),
      queue: integer(row[5]),
      due: integer(row[6]),
      interval: integer(row[7]),
      factor: integer(row[8]),
      reps: integer(row[9]),
      lapses: integer(row[10]),
      left: integer(row[11]),
      originalDue: integer(row[12]),
      originalDeckId: home === 0 ? null : text(row[13]),
      flags: integer(row[14]),
      data: text(row[15]),
    };
    const siblings = cards.get(card.noteId);
    if (siblings) siblings.push(card);
    else cards.set(card.noteId, [card]);
  }
  for (const siblings of cards.values()) siblings.sort((a, b) => a.ordinal - b.ordinal);
  return cards;
}

interface Reading {
  schema: AnkiSchema;
  clock: AnkiClock;
  histories: Map<number, CardHistory>;
  collector: Collector;
}

const isBuried = ({ queue }: CardRow) => queue === -2 || queue === -3;

/** Everything about a card but its sides. */
function shellOf(
  row: CardRow,
  guid: string | null,
  { schema, clock, histories, collector: { reporter } }: Reading,
): CardShell {
  const place = guid === null ? {} : { note: guid };
  const deck = schema.decks.get(row.originalDeckId ?? row.deckId)?.name;
  const history = histories.get(row.id);
  histories.delete(row.id);
  const schedule = scheduleOf(row, clock, history);
  if (schedule === null) reporter.add('bad-schedule', place);
  if (row.originalDeckId !== null)
    reporter.add('filtered-deck', { ...place, text: schema.decks.get(row.deckId)?.name ?? '' });
  if (row.type === 1 || row.type === 3) reporter.add('learning-steps', place);
  if (isBuried(row)) reporter.add('buried', place);
  const position = row.type === 0 ? dueOf(row) : readCardData(row.data).pos;
  return {
    number: row.ordinal + 1,
    deck: (deck ?? 'Default').slice(0, fileLimits.deckName) || 'Default',
    suspended: row.queue === -1,
    flag: row.flags & 7,
    ...(position === undefined ? {} : { position }),
    ...(schedule ? { schedule } : {}),
    ...(history ? { history } : {}),
  };
}

const updateNotice = /(?:requires a newer version of|update to the latest) Anki/i;

function readNotes(
  database: ForeignDatabase,
  cards: Map<number, CardRow[]>,
  maker: NoteMaker,
  reading: Reading,
) {
  const { schema, collector } = reading;
  const { reporter } = collector;
  const used = new Map<string, AnkiNoteType>();
  const guids = new Set<string>();
  const rows = database.rows(
    `select id, substr(guid, 1, 200), mid, mod, substr(tags, 1, 20000), case when length(flds) <= ${fileLimits.noteText} then flds end from notes order by id limit ${fileLimits.notes}`,
  );
  for (const [id, guidValue, typeId, changed, tags, joined] of rows) {
    const guid = text(guidValue) || null;
    const place = guid === null ? {} : { note: guid };
    const fields = text(joined).split('\u001F').slice(0, fileLimits.fieldsPerNote);
    const type = schema.noteTypes.get(text(typeId));
    const own = cards.get(integer(id)) ?? [];
    if (joined === null || fields.some(({ length }) => length > fileLimits.field))
      reporter.add('field-too-long', place);
    else if (!type || own.length === 0) reporter.add('no-card', place);
    else {
      const isRepeated = guid !== null && guids.has(guid);
      if (isRepeated) reporter.add('duplicate-guid', place);
      if (guid !== null) guids.add(guid);
      while (fields.length < type.fields.length) fields.push('');
      const note = maker.make({
        guid: isRepeated ? null : guid,
        type,
        fields,
        tags: tagsOf(text(tags).split(/\s+/), reporter, place),
        changedAt: integer(changed) * 1000,
        cards: own.map((row) => shellOf(row, guid, reading)),
      });
      if (note) {
        used.set(type.id, type);
        collector.note(note);
      } else reporter.add('no-card', place);
    }
  }
  return used;
}

const typeOf = (type: AnkiNoteType, maker: NoteMaker): NoteType => {
  const { id, name, fields, templates, isCloze, css } = type;
  return { id, name, kind: maker.kindOf(type), fields, templates, isCloze, css };
};

/** A file for a newer Anki has one note in its old collection, which says so. */
function assertNoNotice(database: ForeignDatabase) {
  const notes = [...database.rows('select substr(flds, 1, 500) from notes limit 2')];
  if (notes.length === 1 && updateNotice.test(text(notes[0]?.[0])))
    throw new CardFileRejected('needs-newer-anki-file');
}

interface Extraction {
  archive: Archive;
  isCurrent: boolean;
  folder: string;
  collector: Collector;
}

async function extractOne(
  name: string,
  { entry, size, sha1 }: MediaEntry,
  at: number,
  { archive, isCurrent, folder, collector: { reporter } }: Extraction,
): Promise<MediaFile | null> {
  const path = join(folder, String(at));
  const [sha256, claimed] = [createHash('sha256'), createHash('sha1')];
  try {
    const bytes = await archive.extract(entry, path, {
      limit: fileLimits.mediaBytes,
      isZstd: isCurrent,
      watch(chunk) {
        sha256.update(chunk);
        claimed.update(chunk);
      },
    });
    if (bytes === 0) reporter.add('bad-media', { text: name });
    const isWrong = (size !== null && size !== bytes) || (sha1 !== null && sha1 !== claimed.digest('hex'));
    if (isWrong) reporter.add('media-mismatch', { text: name });
    if (bytes > 0) return { name, size: bytes, sha256: sha256.digest('hex'), path };
  } catch (error) {
    if (!(error instanceof CardFileRejected)) throw error;
    reporter.add('bad-media', { text: name });
  }
  await rm(path, { force: true });
  return null;
}

async function extractMedia(
  names: readonly string[],
  map: MediaMap,
  extraction: Extraction,
): Promise<MediaFile[]> {
  const files: MediaFile[] = [];
  let total = 0;
  await mkdir(extraction.folder);
  for (const [at, name] of names.entries()) {
    const entry = map.get(name);
    const file = entry && (await extractOne(name, entry, at, extraction));
    if (!file) continue;
    total += file.size;
    if (total > fileLimits.diskBytes) throw new CardFileRejected('too-much-disk');
    files.push(file);
  }
  return files;
}

const cardsName = 'kumbuka.json';

/** Reads an archive of an account: our JSON, with media as in a package. */
async function readOwnArchive(archive: Archive, collector: Collector, folder: string | null) {
  const map = await readMediaMap(archive, false, collector.reporter);
  const entries = [cardsName, logName, ...[...map.values()].map(({ entry }) => entry)];
  if (entries.reduce((sum, entry) => sum + archive.sizeOf(entry), 0) > archiveLimits.bytes)
    throw new CardFileRejected('expands-too-far');
  const names = new Set<string>();
  let top: unknown;
  const watching: Collector = {
    ...collector,
    note(note) {
      const texts = [...note.fields, ...note.cards.flatMap(({ front, back }) => [front, back])];
      for (const name of note.format === 'rich' ? texts.flatMap(mediaReferences) : [])
        if (map.has(name)) names.add(name);
        else collector.reporter.add('missing-media', { text: name });
      collector.note(note);
    },
  };
  const lines = archive.lines(cardsName, archiveLimits.textBytes);
  const head = await readKumbukaLines(lines, watching, (found) => {
    top = found;
  });
  if (map.size > names.size) collector.reporter.add('unused-media', {}, map.size - names.size);
  const media =
    folder === null
      ? []
      : await extractMedia([...names], map, {
          archive,
          isCurrent: false,
          folder: join(folder, 'media'),
          collector,
        });
  const sizes =
    folder === null
      ? [...names].map((name) => archive.sizeOf(map.get(name)?.entry ?? ''))
      : media.map(({ size }) => size);
  const counts = {
    ...head.counts,
    media: sizes.length,
    mediaBytes: sizes.reduce((sum, size) => sum + size, 0),
  };
  // The schemas of a log are loaded only for an archive.
  const { readAccount } = await import('../archive/read-account.ts');
  const account = folder === null ? undefined : await readAccount(archive, top, folder);
  return {
    head: { ...head, counts, reports: collector.reporter.list(), ...(account ? { account } : {}) },
    media,
  };
}

export const isAnkiName = (fileName: string): boolean => /\.(?:apkg|colpkg)$/i.test(fileName);

/**
 * Reads a package of any generation. With a folder the media that its notes refer to are written there. Throws
 * `CardFileRejected`.
 */
export async function readPackage(
  path: string,
  options: ReadOptions,
  collector: Collector,
  folder: string | null,
): Promise<{ head: CardFileHead; media: MediaFile[] }> {
  const archive = await openArchive(path);
  try {
    if (archive.has(cardsName)) return await readOwnArchive(archive, collector, folder);
    const { name, isCurrent } = await findCollection(archive);
    const map = await readMediaMap(archive, isCurrent, collector.reporter);
    const bytes = await archive.read(name, { limit: fileLimits.collectionBytes, isZstd: isCurrent });
    const database = await openForeignDatabase(bytes);
    const maker = createNoteMaker(collector.reporter, mediaResolver(map));
    let used: Map<string, AnkiNoteType>;
    try {
      const schema = readSchema(database);
      if (name === 'collection.anki2') assertNoNotice(database);
      const cards = readCards(database);
      const ids = new Set([...cards.values()].flat().map(({ id }) => id));
      const histories = readHistories(database, ids, collector);
      const clock = ankiClock(schema.settings, {
        timezone: options.zone,
        dayStartHour: options.dayStartHour,
      });
      used = readNotes(database, cards, maker, { schema, clock, histories, collector });
    } finally {
      database.close();
    }
    const names = [...maker.media].filter((each) => map.has(each));
    if (map.size > names.length) collector.reporter.add('unused-media', {}, map.size - names.length);
    const media =
      folder === null
        ? []
        : await extractMedia(names, map, { archive, isCurrent, folder: join(folder, 'media'), collector });
    const sizes =
      folder === null ? names.map((each) => ({ size: archive.sizeOf(map.get(each)?.entry ?? '') })) : media;
    const format = options.fileName.toLowerCase().endsWith('.colpkg') ? 'anki-collection' : 'anki-package';
    return {
      head: collector.head(
        format,
        [...used.values()].map((type) => typeOf(type, maker)),
        sizes,
      ),
      media,
    };
  } finally {
    archive.close();
  }
}
