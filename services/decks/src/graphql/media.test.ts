import { mediaAddress } from '@kumbuka/contracts';
import { buildTestService, type TestService } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesInFolder } from '../adapters/media-files.ts';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { createMediaStore } from '../store/media-store.ts';
import { someFields } from '../testing/builders.ts';
import { removeUnusedMedia } from '../use-cases/media/remove-unused-media.ts';

let service: TestService;
let connection: Connection;
let folder: string;
const [as, stranger] = [7, 8];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-'));
  const env = { WRITES_PER_MINUTE: '100000', MEDIA_STORE: folder };
  service = await buildTestService(createApp, loadConfig, { env });
  connection = await mongoose.createConnection(service.stack.mongo.uri('kumbuka_decks')).asPromise();
});
afterAll(async () => {
  await connection.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

const photo = (colour: string, width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: colour } })
    .jpeg()
    .withExif({ IFD0: { ImageDescription: 'a secret place' } })
    .toBuffer();
const send = (bytes: Buffer, user = as) =>
  service.graphql(
    'mutation ($input: UploadMediaInput!) { uploadMedia(input: $input) { address bytes } }',
    { input: { data: bytes.toString('base64') } },
    { as: user },
  );
const store = async (bytes: Buffer, user = as) =>
  (await send(bytes, user)).data.uploadMedia as { address: string; bytes: number };
const nameOf = (address: string) => address.split('/').at(-1) ?? '';
const files = (user = as) => readdir(join(folder, String(user))).catch((): string[] => []);
const stored = async (address: string) => {
  const file = await filesInFolder(folder).get(as, nameOf(address));
  return file ?? Buffer.alloc(0);
};

describe('pictures and sounds', () => {
  it('a photo becomes a WebP of its size without its metadata, at an address that nobody can guess', async () => {
    const bytes = await photo('red');
    expect(bytes.includes('a secret place')).toBe(true);
    const { address } = await store(bytes);
    expect(mediaAddress.exec(address)?.slice(1)).toEqual(['40', '30']);
    const file = await stored(address);
    expect((await sharp(file).metadata()).format).toBe('webp');
    expect(file.includes('a secret place')).toBe(false);
  });

  it('a large picture is made smaller', async () => {
    const { address } = await store(await photo('green', 4_000));
    expect(mediaAddress.exec(address)?.slice(1)).toEqual(['1600', '12']);
  });

  it('the same picture is stored once in an account, and apart in another', async () => {
    const bytes = await photo('blue');
    const [first, second] = [await store(bytes), await store(bytes)];
    expect(second).toEqual(first);
    expect((await store(bytes, stranger)).address).not.toBe(first.address);
    expect((await files()).filter((name) => name === nameOf(first.address))).toHaveLength(1);
  });

  it('parallel uploads of the same picture leave one file', async () => {
    const before = (await files()).length;
    const bytes = await photo('yellow');
    const all = await Promise.all([1, 2, 3].map(() => store(bytes)));
    expect(new Set(all.map(({ address }) => address)).size).toBe(1);
    expect(await files()).toHaveLength(before + 1);
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><script>window.pwned=1</script>')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a picture that is cut off', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['an archive', Buffer.from('504b030414000000', 'hex')],
  ])('%s is refused and leaves nothing', async (_what, bytes) => {
    const before = await files();
    expect((await send(bytes)).code).toBe('MEDIA_UNREADABLE');
    expect(await files()).toEqual(before);
  });

  it('a picture of 3.6 gigapixels is refused before it is decoded', async () => {
    const head = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    head.writeUInt32BE(60_000, 16);
    head.writeUInt32BE(60_000, 20);
    const began = performance.now();
    expect((await send(head)).code).toBe('MEDIA_UNREADABLE');
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('the gateway reads a file by its name, and nobody reads another name', async () => {
    const { address } = await store(await photo('red'));
    const read = (name: string) => service.rest('GET', `/internal/media/${name}`);
    const { body } = await read(nameOf(address));
    expect(Buffer.from(body.data, 'base64').equals(await stored(address))).toBe(true);
    expect((await read(`${'a'.repeat(32)}-1x1.webp`)).status).toBe(404);
    expect((await read('..%2F..%2Fetc%2Fpasswd')).status).toBe(400);
  });

  it('a picture that no card shows goes after a week, and one of a card stays', async () => {
    const [used, unused] = [await store(await photo('#123456')), await store(await photo('#654321'))];
    const deck = await service.rest('POST', '/decks', { as, body: someFields() });
    const sides = { front_text: 'Lion', back_text: `![lion](${used.address})`, format: 'rich' };
    await service.rest('POST', '/flashcards', { as, body: { deck_id: deck.body.id, ...sides } });
    const ports = { media: createMediaStore(connection), mediaFiles: filesInFolder(folder) };
    const sweep = (days: number) =>
      removeUnusedMedia(ports)(new Date(Date.now() + days * 86_400_000), () => false);
    await sweep(6);
    expect(await files()).toContain(nameOf(unused.address));
    await sweep(8);
    expect(await files()).toContain(nameOf(unused.address));
    await sweep(16);
    expect(await files()).toEqual([nameOf(used.address)]);
  });
});
