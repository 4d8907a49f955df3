import { buildTestService, type TestService } from '@kumbuka/testing';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

let service: TestService;
let folder: string;
let now = Date.parse('2026-05-01T09:00:00Z');
const minutes = (count: number) => void (now += count * 60_000);
const [as, stranger] = [7, 8];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-'));
  const env = { WRITES_PER_MINUTE: '100000', MEDIA_STORE: folder };
  service = await buildTestService(
    (config: ReturnType<typeof loadConfig>) => createApp(config, { now: () => new Date(now) }),
    loadConfig,
    { env },
  );
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const fields = `usedBytes limitBytes files unusedFiles removableFiles unused { address } missing { deckId flashcardId text }`;
const storageOf = async (user = as) =>
  (await service.graphql(`query { viewer { storage { ${fields} } } }`, {}, { as: user })).data.viewer.storage;
const remove = async (user = as) =>
  (await service.graphql(`mutation { removeUnusedMedia { ${fields} } }`, {}, { as: user })).data
    .removeUnusedMedia;
async function store(colour: string, user = as): Promise<string> {
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: colour } });
  const data = (await picture.png().toBuffer()).toString('base64');
  const document = 'mutation ($input: UploadMediaInput!) { uploadMedia(input: $input) { address } }';
  return (await service.graphql(document, { input: { data } }, { as: user })).data.uploadMedia.address;
}
const addCard = async (deckId: number, address: string) =>
  (
    await service.rest('POST', '/flashcards', {
      as,
      body: { deck_id: deckId, format: 'rich', front_text: `Mlima ![Kenya](${address})`, back_text: 'b' },
    })
  ).body.id as number;

it('an unused file is removed an hour after it left its last card, and never one that came back', async () => {
  const deckId = (await service.rest('POST', '/decks', { as, body: someFields() })).body.id;
  const [shown, dropped, restored] = [await store('red'), await store('green'), await store('blue')];
  const theirs = await store('red', stranger);
  await addCard(deckId, shown);
  const edited = await addCard(deckId, dropped);
  const undone = await addCard(deckId, restored);
  expect(await storageOf()).toMatchObject({ files: 3, unusedFiles: 0, missing: [] });
  const rewrite = (id: number, front_text: string) =>
    service.rest('PUT', `/flashcards/${id}`, {
      as,
      body: { deck_id: deckId, format: 'rich', front_text, back_text: 'b' },
    });
  await rewrite(edited, 'no picture');
  await rewrite(undone, 'no picture');
  minutes(120);
  expect(await storageOf()).toMatchObject({ unusedFiles: 2, removableFiles: 0 });
  expect(await remove()).toMatchObject({ files: 3, unusedFiles: 2 });
  minutes(59);
  await rewrite(undone, `Mlima ![Kenya](${restored})`);
  // Shown again and dropped again between two looks: its hour begins anew.
  await rewrite(edited, `Mlima ![Kenya](${dropped})`);
  await rewrite(edited, 'no picture');
  minutes(2);
  expect(await remove()).toMatchObject({ files: 3, unusedFiles: 1 });
  minutes(61);
  expect(await remove()).toMatchObject({ files: 2, unusedFiles: 0, missing: [] });
  expect((await readdir(join(folder, String(as)))).toSorted()).toEqual(
    [shown, restored].map((address) => address.split('/').at(-1)).toSorted(),
  );
  expect(await readdir(join(folder, String(stranger)))).toEqual([theirs.split('/').at(-1)]);
});

it('a card whose picture is not stored is named', async () => {
  const deckId = (await service.rest('POST', '/decks', { as: 9, body: someFields() })).body.id;
  const address = `/media/${'x'.repeat(32)}-40x30.webp`;
  const body = { deck_id: deckId, format: 'rich', front_text: `Ziwa ![z](${address})`, back_text: 'b' };
  const card = (await service.rest('POST', '/flashcards', { as: 9, body })).body;
  expect((await storageOf(9)).missing).toEqual([
    { deckId: String(deckId), flashcardId: String(card.id), text: body.front_text },
  ]);
});
