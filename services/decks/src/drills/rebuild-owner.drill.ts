import { internalHeaders } from '@kumbuka/contracts';
import { dayOfDate } from '@kumbuka/contracts/study-day';
import { buildTestService, rebuildCommand, testInternalKey, type TestService } from '@kumbuka/testing';
import Fastify from 'fastify';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { titleKeyOf } from '../domain/deck.ts';
import { someFields } from '../testing/builders.ts';

let service: TestService;
let connection: Connection;
let progress: Awaited<ReturnType<typeof startProgress>>;
let owner = 300;
beforeAll(async () => {
  service = await buildTestService(createApp, loadConfig, { env: { WRITES_PER_MINUTE: '100000' } });
  connection = await mongoose.createConnection(service.stack.mongo.uri('kumbuka_decks')).asPromise();
  progress = await startProgress();
});
afterAll(async () => {
  await connection.close();
  await service.stop();
  await progress.stop();
});
beforeEach(async () => {
  owner += 1;
  for (const name of ['decks', 'flashcards', 'learners']) await connection.collection(name).deleteMany({});
});

interface Progress {
  deckId: number;
  mastery: number | null;
  lastStudied: string | null;
  nextDueOn?: string | null;
  version: number;
}

/** Serves the internal route of study-progress that decks calls. */
async function startProgress() {
  let progress: Progress[] = [];
  const app = Fastify();
  app.get('/internal/learners/:id/deck-progress', async ({ headers }, reply) =>
    headers[internalHeaders.key] === testInternalKey ? { decks: progress } : reply.status(403).send({}),
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, setProgress: (...decks: Progress[]) => void (progress = decks), stop: () => app.close() };
}

const command = (...words: string[]) =>
  rebuildCommand(new URL('../rebuild.ts', import.meta.url), {
    ...service.stack.env,
    AUTH_URL: service.auth.url,
    STUDY_PROGRESS_URL: progress.url,
  })(...words);

const post = (path: string, body: unknown) => service.rest('POST', path, { as: owner, body });
async function aDeckOf(...sides: string[]): Promise<number> {
  const { id } = (await post('/decks', someFields())).body;
  for (const side of sides) await post('/flashcards', { deck_id: id, front_text: side, back_text: side });
  return id;
}
const rows = () => connection.collection<{ _id: number }>('decks');
const rowOf = (id: number) => rows().findOne({ _id: id });

it('a deck from before its bytes were counted gets its counters, keys and progress back', async () => {
  const id = await aDeckOf('Simba 🦁', 'Twiga');
  const lastStudied = new Date('2030-03-05T10:00:00Z');
  const nextDueOn = '2030-03-09';
  progress.setProgress({
    deckId: id,
    mastery: 75,
    lastStudied: lastStudied.toISOString(),
    nextDueOn,
    version: 4,
  });
  expect((await command('--swap')).code).toBe(0);
  const right = await rowOf(id);
  expect(right).toMatchObject({ cardCount: 2, textBytes: 30, mastery: 75, lastStudied, progressVersion: 4 });
  expect(right).toMatchObject({
    recentAt: lastStudied,
    titleKey: titleKeyOf('Cells'),
    dueRank: -dayOfDate(nextDueOn),
  });
  expect(await command()).toMatchObject({ code: 0, report: { different: 0, owners: 1, rows: 2 } });

  const corrupted = { cardCount: 9, titleKey: 'x', mastery: 1, recentAt: new Date(0) };
  await rows().updateOne({ _id: id }, { $set: corrupted, $unset: { textBytes: '', dueRank: '' } });
  await connection
    .collection<{ _id: number }>('learners')
    .updateOne({ _id: owner }, { $set: { deckCount: 7 } });
  expect(await command()).toMatchObject({ code: 2, report: { different: 2, owned: [owner], swapped: 0 } });
  expect(await rowOf(id)).toMatchObject(corrupted);
  expect(await command('--user', String(owner), '--swap')).toMatchObject({ code: 0, report: { swapped: 1 } });
  expect(await rowOf(id)).toEqual(right);
  expect(await connection.collection<{ _id: number }>('learners').findOne({ _id: owner })).toMatchObject({
    deckCount: 1,
  });
});

it('a rebuild keeps progress that is newer than the response of study-progress', async () => {
  const id = await aDeckOf('Q');
  progress.setProgress({ deckId: id, mastery: 10, lastStudied: null, version: 2 });
  const newer = { mastery: 90, progressVersion: 3 };
  await rows().updateOne({ _id: id }, { $set: { ...newer, cardCount: 5 } });
  expect((await command('--swap')).code).toBe(0);
  expect(await rowOf(id)).toMatchObject({ ...newer, cardCount: 1 });
});

it('cards that are added while decks are rebuilt are all counted', async () => {
  const id = await aDeckOf('Q');
  progress.setProgress();
  let isOver = false;
  let added = 1;
  const adding = (async () => {
    for (; !isOver; added++)
      expect((await post('/flashcards', { deck_id: id, front_text: 'F', back_text: 'B' })).status).toBe(201);
  })();
  const rebuilding = (async () => {
    for (let round = 0; round < 2; round++) {
      await rows().updateOne({ _id: id }, { $set: { titleKey: 'x' } });
      expect((await command('--swap')).code).toBe(0);
    }
  })().finally(() => (isOver = true));
  await Promise.all([rebuilding, adding]);
  expect(await rowOf(id)).toMatchObject({ cardCount: added, titleKey: titleKeyOf('Cells') });
  expect(await command()).toMatchObject({ code: 0, report: { different: 0 } });
}, 120_000);
