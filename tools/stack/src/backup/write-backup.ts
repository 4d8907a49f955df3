import { databaseOf, serviceNames } from '@kumbuka/contracts';
import mongoose from 'mongoose';
import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { dirname } from 'node:path';
import { copyMedia } from './media-files.ts';
import { fileOf, writeManifest, type Manifest, type Namespace, type Written } from './manifest.ts';

const snapshotTooOld = 239;

/** The directory is not empty; it may contain an older backup. */
class DirectoryNotEmpty extends Error {
  readonly code = 'DIRECTORY_NOT_EMPTY';

  constructor(directory: string) {
    super(`${directory} is not empty; a backup is written into a new directory.`);
    this.name = 'DirectoryNotEmpty';
  }
}

/** MongoDB discarded the snapshot, which it keeps for a limited time. */
class HistoryTooShort extends Error {
  readonly code = 'HISTORY_TOO_SHORT';

  constructor(cause: unknown) {
    super(
      'The backup took longer than MongoDB keeps the moment that it is of. Raise minSnapshotHistoryWindowInSeconds, or ' +
        'take a snapshot of the volumes; nothing in the directory can be restored.',
      { cause },
    );
    this.name = 'HistoryTooShort';
  }
}

async function namespacesOf(client: mongoose.mongo.MongoClient): Promise<Namespace[]> {
  const lists = serviceNames.map(databaseOf).map(async (database) => {
    const collections = await client.db(database).listCollections({}, { nameOnly: true }).toArray();
    return collections.map(({ name }) => ({ database, collection: name }));
  });
  return (await Promise.all(lists)).flat().filter(({ collection }) => !collection.startsWith('system.'));
}

async function writeCollection(
  directory: string,
  namespace: Namespace,
  documents: AsyncIterable<Uint8Array>,
): Promise<Written> {
  const path = fileOf(directory, namespace);
  const hash = createHash('sha256');
  const found = { documents: 0, bytes: 0 };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  async function* seen() {
    for await (const document of documents) {
      hash.update(document);
      found.documents += 1;
      found.bytes += document.length;
      yield document;
    }
  }
  await pipeline(seen, createWriteStream(path, { mode: 0o600, flush: true }));
  return { ...namespace, ...found, sha256: hash.digest('hex') };
}

const pageRows = 1_000;

interface SnapshotRead extends Namespace {
  client: mongoose.mongo.MongoClient;
  session: mongoose.mongo.ClientSession;
}

const rowsOf = ({ client, database, collection }: SnapshotRead) => client.db(database).collection(collection);

/** Reads a page of rows after an id, as stored by MongoDB. */
const pageAfter = (read: SnapshotRead, last: mongoose.mongo.BSON.Document[string]): Promise<Uint8Array[]> =>
  rowsOf(read)
    .find<Uint8Array>(last === undefined ? {} : { _id: { $gt: last } }, {
      session: read.session,
      raw: true,
      sort: { _id: 1 },
      limit: pageRows,
      batchSize: pageRows,
      singleBatch: true,
    })
    .toArray();

const idOf = (row: Uint8Array) => mongoose.mongo.BSON.deserialize(row, { promoteValues: false })['_id'];

/** Yields all rows of the session's snapshot; in pages, because a snapshot does not cover a second batch of a cursor. */
async function* readRows(read: SnapshotRead): AsyncGenerator<Uint8Array> {
  for (let page = await pageAfter(read, undefined); page.length > 0;) {
    yield* page;
    page = await pageAfter(read, idOf(page.at(-1) ?? new Uint8Array()));
  }
}

/** Compares the counts, because paging skips ids of another type. */
async function assertComplete(read: SnapshotRead, { documents }: Written): Promise<void> {
  const { session, database, collection } = read;
  const counting = [{ $group: { _id: null, rows: { $sum: 1 } } }];
  const counted = rowsOf(read).aggregate<{ rows: number }>(counting, { session });
  const { rows = 0 } = (await counted.next()) ?? {};
  if (rows !== documents)
    throw new Error(`${database}.${collection} has ${rows} rows, and ${documents} were read.`);
}

async function writeNamespace(directory: string, read: SnapshotRead): Promise<Written> {
  const { database, collection } = read;
  const written = await writeCollection(directory, { database, collection }, readRows(read));
  await assertComplete(read, written);
  return written;
}

async function writeAll(client: mongoose.mongo.MongoClient, directory: string): Promise<Written[]> {
  const namespaces = await namespacesOf(client);
  // Its first read fixes the snapshot of all later reads, in every database.
  const session = client.startSession({ snapshot: true });
  try {
    const files: Written[] = [];
    for (const namespace of namespaces)
      files.push(await writeNamespace(directory, { ...namespace, client, session }));
    return files;
  } catch (error) {
    throw error instanceof mongoose.mongo.MongoError && error.code === snapshotTooOld
      ? new HistoryTooShort(error)
      : error;
  } finally {
    await session.endSession();
  }
}

/**
 * Writes one snapshot of the databases of all services, and the pictures and sounds of a folder, while the product runs,
 * to a new directory that only its owner can read.
 */
export async function writeBackup(
  client: mongoose.mongo.MongoClient,
  directory: string,
  mediaFolder: string | null = null,
): Promise<Manifest> {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (readdirSync(directory).length > 0) throw new DirectoryNotEmpty(directory);
  const takenAt = new Date().toISOString();
  const files = await writeAll(client, directory);
  const media = mediaFolder === null ? {} : { media: await copyMedia(mediaFolder, directory) };
  await writeManifest(directory, { takenAt, files, ...media });
  return { format: 1, takenAt, files, ...media };
}
