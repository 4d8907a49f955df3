import { readCardFile, type CollectionNote } from '@kumbuka/card-files';
import { internalHeaders, type ExportedStudyBody } from '@kumbuka/contracts';
import { dayOfDate } from '@kumbuka/contracts/study-day';
import { buildTestService, testInternalKey, type TestService } from '@kumbuka/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

const [owner, stranger] = [101, 102];
const dueDay = dayOfDate('2026-04-20');

type StudiedCard = ExportedStudyBody['cards'][number];
const studied = (cardId: number): StudiedCard => ({
  cardId,
  schedule: {
    state: 'review',
    dueDay,
    dueAt: null,
    lastDay: dueDay - 12,
    lastAt: Date.parse('2026-04-08T09:00:00Z'),
    stability: 12.5,
    difficulty: 4.25,
    isDerived: false,
    interval: 12,
    ease: 0,
    lapses: 2,
    reviews: 2,
    anki: null,
  },
  history: {
    times: [Date.parse('2026-04-01T09:00:00Z'), Date.parse('2026-04-08T09:00:00Z')],
    ratings: [1, 3],
    intervals: [7, 12],
    lastIntervals: [0, 7],
    durations: [4_000, 2_500],
    factors: [500, 461],
    kinds: [0, 1],
  },
});

let service: TestService;
let studies: FastifyInstance;
let folder: string;
/** Cards with a schedule. */
const known = new Set<number>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exports-'));
  studies = Fastify();
  studies.addHook('onRequest', async (request, reply) => {
    if (request.headers[internalHeaders.key] !== testInternalKey) await reply.status(403).send({});
  });
  studies.get('/internal/learners/:id/calendar', async () => ({
    timezone: 'Africa/Nairobi',
    dayStartHour: 4,
  }));
  studies.post<{ Body: { cardIds: number[] } }>(
    '/internal/learners/:id/exported-study',
    // The first card by itself, so that the next ones take another call.
    async ({ body: { cardIds } }): Promise<ExportedStudyBody> => ({
      cards: cardIds
        .slice(0, 1)
        .filter((id) => known.has(id))
        .map(studied),
      read: 1,
    }),
  );
  const url = await studies.listen({ port: 0, host: '127.0.0.1' });
  service = await buildTestService((config: ReturnType<typeof loadConfig>) => createApp(config), loadConfig, {
    env: { STUDY_PROGRESS_URL: url, IMPORT_FOLDER: folder, WRITES_PER_MINUTE: '100000' },
  });
});
afterAll(async () => {
  await service.stop();
  await studies.close();
  await rm(folder, { recursive: true, force: true });
});

const newDeck = async (title: string, as = owner): Promise<number> =>
  (await service.rest('POST', '/decks', { as, body: someFields({ title }) })).body.id;
async function addNote(deckId: number, kind: string, fields: string[], format = 'PLAIN'): Promise<number[]> {
  const document = `mutation ($input: CreateNoteInput!) { createNote(input: $input) { cards { id } } }`;
  const input = { deckId, kind, fields, format, tags: ['town'] };
  const { data, errors } = await service.graphql(document, { input }, { as: owner });
  expect(errors).toBeUndefined();
  return data.createNote.cards.map(({ id }: { id: string }) => Number(id));
}

/** Bytes of a file; `rest` would read them as text. */
async function fetchFile(path: string, as = owner) {
  const headers = {
    authorization: `Bearer ${await service.auth.tokenOf(as)}`,
    [internalHeaders.key]: testInternalKey,
  };
  return service.running.app.inject({ method: 'GET', url: path, headers });
}

/** Reads a file as an import does. */
async function readBack(bytes: Buffer, fileName: string) {
  const [path, contents] = [join(folder, fileName), await mkdtemp(join(folder, 'read-'))];
  await writeFile(path, bytes);
  const options = { fileName, zone: 'Africa/Nairobi', dayStartHour: 4 };
  const read = await readCardFile(path, options, contents);
  const notes: CollectionNote[] = [];
  for await (const batch of read.notes()) notes.push(...batch);
  return { ...read, notes };
}

async function makeDeck(title: string) {
  const deckId = await newDeck(title);
  const basic = await addNote(deckId, 'basic', ['Capital of Kenya', 'Nairobi']);
  const reversed = await addNote(deckId, 'basic-reversed', ['mji', 'town']);
  const cloze = await addNote(deckId, 'cloze', ['{{c1::Mombasa}} lies by the {{c2::sea}}', 'A port']);
  const typed = await addNote(deckId, 'typed', ['Write: river', 'mto'], 'RICH');
  const cards = [...basic, ...reversed, ...cloze, ...typed];
  for (const card of [basic[0], reversed[1], cloze[0]]) if (card !== undefined) known.add(card);
  return { deckId, cards };
}

it.each([
  ['apkg', 'Miji ya Afrika.apkg'],
  ['json', 'Miji ya Afrika.zip'],
])(
  'a deck with every kind and with studied cards goes out as %s and comes back the same',
  async (format, name) => {
    const { deckId } = await makeDeck('Miji ya Afrika');
    const response = await fetchFile(`/decks/${deckId}/export?format=${format}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-disposition']).toContain(`filename="${name}"`);
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const { notes } = await readBack(response.rawPayload, name);
    const cards = notes.flatMap((note) =>
      note.cards.map((card) => ({ ...card, kind: note.kind, tags: note.tags })),
    );
    expect(cards.map(({ kind, number, front }) => [kind, number, front])).toEqual([
      ['basic', 1, 'Capital of Kenya'],
      ['basic-reversed', 1, 'mji'],
      ['basic-reversed', 2, 'town'],
      ['cloze', 1, '[...] lies by the sea'],
      ['cloze', 2, 'Mombasa lies by the [...]'],
      ['typed', 1, 'Write: river'],
    ]);
    expect(cards.every(({ deck, tags }) => deck === 'Miji ya Afrika' && tags.join() === 'town')).toBe(true);
    expect(cards.map(({ schedule }) => schedule?.dueDay)).toEqual([
      dueDay,
      undefined,
      dueDay,
      dueDay,
      undefined,
      undefined,
    ]);
    const [first] = cards;
    expect(first?.schedule).toMatchObject({
      state: 'review',
      interval: 12,
      lapses: 2,
      reviews: 2,
      stability: 12.5,
    });
    expect(first?.history).toMatchObject({ ratings: [1, 3], durations: [4_000, 2_500], intervals: [7, 12] });
  },
);

it('a cell that a spreadsheet would run is guarded in the table for spreadsheets, and whole in the other', async () => {
  const deckId = await newDeck('Formulas');
  await addNote(deckId, 'basic', ['=HYPERLINK("http://evil.invalid")', '@SUM(A1)']);
  const guarded = (await fetchFile(`/decks/${deckId}/export?format=csv-spreadsheets`)).payload;
  expect(guarded).toContain(`"'=HYPERLINK(""http://evil.invalid"")"`);
  expect(guarded).toContain("'@SUM(A1)");
  expect(guarded).not.toMatch(/(^|,)"?[=@]/m);
  const plain = (await fetchFile(`/decks/${deckId}/export?format=csv`)).payload;
  expect(plain).toContain('"=HYPERLINK(""http://evil.invalid"")",@SUM(A1)');
});

it('Markdown has every card', async () => {
  const { deckId } = await makeDeck('Notes');
  const { payload, headers } = await fetchFile(`/decks/${deckId}/export?format=markdown`);
  expect(headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect(payload).toContain('Capital of Kenya\n\n---\n\nNairobi');
});

it.each(['apkg', 'csv', 'csv-spreadsheets', 'markdown', 'json'])(
  "another learner's deck is not found as %s, and an empty one is a file without cards",
  async (format) => {
    const deckId = await newDeck('Empty');
    const foreign = await fetchFile(`/decks/${deckId}/export?format=${format}`, stranger);
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'DECK_NOT_FOUND']);
    const own = await fetchFile(`/decks/${deckId}/export?format=${format}`);
    expect(own.statusCode).toBe(200);
    expect(own.rawPayload.length).toBeGreaterThan(0);
  },
);

it('all decks go out as one file, in which decks with one title stay apart', async () => {
  const learner = 103;
  const document = `mutation ($input: CreateNoteInput!) { createNote(input: $input) { cards { id } } }`;
  for (const front of ['one', 'two']) {
    const deckId = await newDeck('Twins', learner);
    const input = { deckId, kind: 'basic', fields: [front, 'x'], format: 'PLAIN', tags: [] };
    await service.graphql(document, { input }, { as: learner });
  }
  const { notes } = await readBack((await fetchFile('/export?format=apkg', learner)).rawPayload, 'all.apkg');
  expect(notes.flatMap(({ cards }) => cards.map(({ front, deck }) => [front, deck]))).toEqual([
    ['one', 'Twins'],
    ['two', 'Twins (2)'],
  ]);
});

it('a title with quotes, line ends and signs of other scripts makes a safe header', async () => {
  const deckId = await newDeck('..\\a"b/c: Дом');
  const { headers } = await fetchFile(`/decks/${deckId}/export?format=csv`);
  const disposition = String(headers['content-disposition']);
  expect(disposition).toMatch(/^attachment; filename="[\w. -]+\.csv"; filename\*=UTF-8''[\w.%~!&+-]+\.csv$/);
});

it('an account has one export at a time, and the next one after it', async () => {
  const deckId = await newDeck('Twice');
  const both = await Promise.all([1, 2].map(() => fetchFile(`/decks/${deckId}/export?format=apkg`)));
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 429]);
  expect((await fetchFile(`/decks/${deckId}/export?format=apkg`)).statusCode).toBe(200);
});
