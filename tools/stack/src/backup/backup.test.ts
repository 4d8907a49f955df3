import { startMongo } from '@kumbuka/embedded/mongo';
import { createIdAllocator } from '@kumbuka/service-kit';
import mongoose, { type Connection } from 'mongoose';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBackup, type MediaSummary } from './manifest.ts';
import { checkMedia, restoreMedia } from './media-files.ts';
import { fill, renew } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const { Double, Int32, Long, ObjectId } = mongoose.mongo;

/** A MongoDB that ends with the test. */
async function aStore(): Promise<Connection & AsyncDisposable> {
  const server = await startMongo({});
  const connection = await mongoose.createConnection(server.uri('')).asPromise();
  const dispose = () => connection.close().then(() => server.stop());
  return Object.assign(connection, { [Symbol.asyncDispose]: dispose });
}

const rawRows = (store: Connection, database: string, collection: string) =>
  store
    .getClient()
    .db(database)
    .collection<Uint8Array>(collection)
    .find({}, { raw: true })
    .map((bytes) => Buffer.from(bytes).toString('hex'))
    .toArray();

const rowsOf = (store: Connection, database: string, collection: string) =>
  store.useDb(database).collection(collection).find().toArray();

let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'backup-test-')), 'backup');
});
afterEach(() => rmSync(join(directory, '..'), { recursive: true, force: true }));

describe('a backup', () => {
  it('restores every value, whatever its type', async () => {
    await using from = await aStore();
    await using to = await aStore();
    const rows = from.useDb('kumbuka_decks').collection('decks');
    await rows.insertOne({
      whole: new Int32(1),
      broken: new Double(1),
      long: Long.fromString('9007199254740993'),
    });
    await rows.insertOne({ none: null, nan: NaN, at: new Date(0) });
    await rows.insertOne({
      ids: [new ObjectId()],
      pattern: /^a/i,
      bytes: Buffer.from('é'),
      deep: { '': { a: [] } },
    });
    await rows.insertOne({ text: 'x'.repeat(3 * 1024 * 1024) });
    await rows.insertMany(Array.from({ length: 2_500 }, (_, n) => ({ n })));
    await writeBackup(from.getClient(), directory);
    await fill(to.getClient(), directory);
    expect(await rawRows(to, 'kumbuka_decks', 'decks')).toEqual(
      await rawRows(from, 'kumbuka_decks', 'decks'),
    );
  });

  it('is consistent: rows written together in two databases are in both or in neither', async () => {
    await using from = await aStore();
    await using to = await aStore();
    const [decks, billing] = ['kumbuka_decks', 'kumbuka_billing'].map((name) =>
      from.useDb(name).collection('rows'),
    );
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver; n++)
        await from.transaction(async (session) => {
          await decks?.insertOne({ n }, { session });
          await billing?.insertOne({ n }, { session });
        });
    })();
    while ((await billing?.countDocuments()) === 0) await new Promise(setImmediate);
    await writeBackup(from.getClient(), directory);
    isOver = true;
    await writing;
    await fill(to.getClient(), directory);
    const found = (await rowsOf(to, 'kumbuka_decks', 'rows')).map(({ n }) => n);
    expect(found.length).toBeGreaterThan(0);
    expect((await rowsOf(to, 'kumbuka_billing', 'rows')).map(({ n }) => n)).toEqual(found);
  });

  it('that would skip rows is not written', async () => {
    await using from = await aStore();
    const rows = from.useDb('kumbuka_decks').collection<{ _id: number | string }>('decks');
    await rows.insertMany([{ _id: 'one' }, ...Array.from({ length: 1_000 }, (_, _id) => ({ _id }))]);
    await expect(writeBackup(from.getClient(), directory)).rejects.toThrow('1001 rows, and 1000 were read');
  });

  it('is readable by its owner only and goes into a new directory', async () => {
    await using from = await aStore();
    await from.useDb('kumbuka_auth').collection('users').insertOne({ email: 'amina@example.com' });
    await writeBackup(from.getClient(), directory);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 'kumbuka_auth/users.bson')).mode & 0o777).toBe(0o600);
    await expect(writeBackup(from.getClient(), directory)).rejects.toThrow('is not empty');
  });

  it('an unfinished or changed backup is rejected before anything is written', async () => {
    await using from = await aStore();
    await using to = await aStore();
    await from.useDb('kumbuka_auth').collection('users').insertOne({ email: 'amina@example.com' });
    await writeBackup(from.getClient(), directory);
    appendFileSync(join(directory, 'kumbuka_auth/users.bson'), '!');
    await expect(checkBackup(directory)).rejects.toThrow('users.bson is not as it was written');
    rmSync(join(directory, 'manifest.json'));
    expect(readdirSync(directory)).toEqual(['kumbuka_auth']);
    await expect(fill(to.getClient(), directory)).rejects.toThrow('it is written last');
    expect(await to.useDb('kumbuka_auth').listCollections()).toEqual([]);
  });

  it('contains the pictures and sounds of a folder, and restores them beside others', async () => {
    await using from = await aStore();
    const [store, other] = ['store', 'other'].map((name) => join(directory, '..', name)) as [string, string];
    mkdirSync(join(store, '7'), { recursive: true });
    writeFileSync(join(store, '7', 'a-1x1.webp'), 'picture');
    writeFileSync(join(store, '7', '.unfinished'), 'pict');
    const { media } = await writeBackup(from.getClient(), directory, store);
    expect(media).toMatchObject({ files: 1, bytes: 7 });
    mkdirSync(join(other, '8'), { recursive: true });
    writeFileSync(join(other, '8', 'b.mp3'), 'sound');
    await restoreMedia(directory, other);
    expect(readFileSync(join(other, '7', 'a-1x1.webp'), 'utf8')).toBe('picture');
    expect(readdirSync(other).toSorted()).toEqual(['7', '8']);
    await checkMedia(directory, media as MediaSummary);
    writeFileSync(join(directory, 'media', '7', 'a-1x1.webp'), 'changed');
    await expect(checkMedia(directory, media as MediaSummary)).rejects.toThrow('a-1x1.webp is not as it was');
  });

  it('without a folder of pictures contains none', async () => {
    await using from = await aStore();
    const { media } = await writeBackup(from.getClient(), directory, join(directory, '..', 'none'));
    expect(media).toMatchObject({ files: 0, bytes: 0 });
  });

  it('is not restored into databases that have data', async () => {
    await using from = await aStore();
    await writeBackup(from.getClient(), directory);
    await from.useDb('kumbuka_ai').collection('costs').insertOne({ tokens: 1 });
    await expect(fill(from.getClient(), directory)).rejects.toThrow('kumbuka_ai.costs holds rows');
  });
});

describe('restored databases', () => {
  it('reuse no id that was allocated since the backup, and sign everybody out', async () => {
    await using store = await aStore();
    const before = await createIdAllocator(store.useDb('kumbuka_decks')).next('decks');
    await store.useDb('kumbuka_auth').collection('signing_keys').insertOne({ generation: 1 });
    await renew(store);
    const after = await createIdAllocator(store.useDb('kumbuka_decks')).next('decks');
    expect(after - before).toBeGreaterThan(999_999);
    expect(await rowsOf(store, 'kumbuka_auth', 'signing_keys')).toEqual([]);
  });
});
