import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decode, type Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { asError } from '../errors.ts';

export type StoredCollection = { id: number; namespace: string };
export type StoredIndex = { collection: number; spec: Document };
export type StoredDocument = { rid: number; collection: number; bytes: Uint8Array };

/** What the engine keeps: all that is put between two flushes becomes durable in one SQLite transaction. */
export type Storage = {
  collections(): StoredCollection[];
  indexes(): StoredIndex[];
  documents(): Iterable<StoredDocument>;
  putDocument(rid: number, collection: number, bytes: Uint8Array | null): void;
  /** The record of a retryable write or commit; encoded at the flush, together with its writes. */
  putRetry(session: string, encodeRecord: () => Uint8Array): void;
  retry(session: string): Document | undefined;
  forgetRetries(before: number): void;
  putCollection(id: number, namespace: string): void;
  renameCollection(id: number, namespace: string, replaced?: number): void;
  dropCollection(id: number): void;
  putIndexes(collection: number, indexes: readonly { name: string; spec: Document }[]): void;
  dropIndexes(collection: number, names: readonly string[]): void;
  /** Resolves when everything put so far is on disk. */
  durable(): Promise<void>;
  close(): void;
};

const SCHEMA = `
CREATE TABLE IF NOT EXISTS collection(id INTEGER PRIMARY KEY, namespace TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS indexes(collection INTEGER, name TEXT, spec BLOB NOT NULL, PRIMARY KEY(collection, name)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS document(rid INTEGER PRIMARY KEY, collection INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS retry(session TEXT PRIMARY KEY, record BLOB NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
`;
const FORMAT = 1;
const SQLITE_BUSY = 5;

/** The directory belongs to another running server. */
export class DataDirectoryInUse extends Error {
  readonly code = 'DATA_DIRECTORY_IN_USE';
  constructor(directory: string) {
    super(`The data directory ${directory} is in use by another embedded MongoDB server`);
  }
}

/** Work that was under way when the server stopped cannot be kept. */
class StorageClosed extends Error {
  readonly code = 'STORAGE_CLOSED';
}

/** The file was written by a version of this server that this one cannot read. */
export class UnknownFileFormat extends Error {
  readonly code = 'UNKNOWN_FILE_FORMAT';
}

/** Opens the store in the directory and locks it; the operating system lifts the lock when the process ends. */
export function openStorage(directory: string, onFailure: (error: Error) => void): Storage {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  const database = openLocked(directory);
  const statements = prepare(database);
  const documents = new Map<number, { collection: number; bytes: Uint8Array | null }>();
  const retries = new Map<string, () => Uint8Array>();
  let waiting: { resolve(): void; reject(error: Error): void }[] = [];
  let scheduled = false;
  let failure: Error | undefined;
  let isClosed = false;

  function transaction(work: () => void): void {
    if (failure) throw failure;
    try {
      database.exec('BEGIN');
      work();
      database.exec('COMMIT');
    } catch (error) {
      fail(asError(error));
      throw error;
    }
  }

  /** What is in memory is ahead of the disk from here on: nothing more may be answered. */
  function fail(error: Error): void {
    failure = error;
    onFailure(error);
  }

  function writePending(): void {
    for (const [rid, { collection, bytes }] of documents) {
      if (bytes) statements.putDocument.run(rid, collection, bytes);
      else statements.removeDocument.run(rid);
    }
    const now = Date.now();
    for (const [session, encodeRecord] of retries) statements.putRetry.run(session, encodeRecord(), now);
    documents.clear();
    retries.clear();
  }

  function flush(): void {
    if (isClosed) return;
    scheduled = false;
    const acknowledged = waiting;
    waiting = [];
    try {
      if (documents.size + retries.size > 0) transaction(writePending);
      for (const { resolve } of acknowledged) resolve();
    } catch (error) {
      for (const { reject } of acknowledged) reject(asError(error));
    }
  }

  /** A change of the catalogue, after the writes that came before it. */
  function change(work: () => void): void {
    transaction(() => {
      writePending();
      work();
    });
  }

  function durable(): Promise<void> {
    if (failure) return Promise.reject(failure);
    return new Promise((resolve, reject) => {
      schedule();
      waiting.push({ resolve, reject });
    });
  }

  function schedule(): void {
    if (isClosed) throw new StorageClosed('the server has stopped');
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  }

  function removeCollection(id: number): void {
    statements.dropCollection.run(id);
    statements.dropIndexes.run(id);
    statements.dropDocuments.run(id);
  }

  return {
    collections: () => statements.collections.all() as StoredCollection[],
    indexes: () =>
      (statements.indexes.all() as { collection: number; spec: Uint8Array }[]).map(
        ({ collection, spec }) => ({
          collection,
          spec: decode(spec),
        }),
      ),
    documents: () => statements.documents.iterate() as unknown as Iterable<StoredDocument>,
    putDocument: (rid, collection, bytes) => {
      schedule();
      documents.set(rid, { collection, bytes });
    },
    putRetry: (session, encodeRecord) => {
      schedule();
      retries.set(session, encodeRecord);
    },
    retry: (session) => {
      const row = statements.retry.get(session) as { record: Uint8Array } | undefined;
      return row && decode(row.record, Infinity);
    },
    forgetRetries: (before) => void statements.forgetRetries.run(before),
    putCollection: (id, namespace) => change(() => statements.putCollection.run(id, namespace)),
    renameCollection: (id, namespace, replaced) =>
      change(() => {
        if (replaced !== undefined) removeCollection(replaced);
        statements.renameCollection.run(namespace, id);
      }),
    dropCollection: (id) => change(() => removeCollection(id)),
    putIndexes: (collection, indexes) =>
      change(() => {
        for (const { name, spec } of indexes) statements.putIndex.run(collection, name, encode(spec));
      }),
    dropIndexes: (collection, names) =>
      change(() => {
        for (const name of names) statements.dropIndex.run(collection, name);
      }),
    durable,
    close: () => {
      flush();
      isClosed = true;
      database.close();
    },
  };
}

function openLocked(directory: string): DatabaseSync {
  const database = new DatabaseSync(join(directory, 'mongo.db'));
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL');
    database.exec('PRAGMA cache_size=-2000; PRAGMA journal_size_limit=16777216; BEGIN IMMEDIATE; COMMIT');
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
      user_version: number;
    };
    if (version > FORMAT) throw new UnknownFileFormat(`${directory} has file format ${version}`);
    database.exec(`${SCHEMA} PRAGMA user_version=${FORMAT}`);
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new DataDirectoryInUse(directory);
    throw error;
  }
}

function prepare(database: DatabaseSync) {
  const sql = (text: string) => database.prepare(text);
  return {
    collections: sql('SELECT id, namespace FROM collection ORDER BY id'),
    indexes: sql('SELECT collection, spec FROM indexes ORDER BY collection, name'),
    documents: sql('SELECT rid, collection, body AS bytes FROM document ORDER BY rid'),
    putDocument: sql(
      'INSERT INTO document(rid, collection, body) VALUES(?,?,?) ON CONFLICT(rid) DO UPDATE SET body=excluded.body',
    ),
    removeDocument: sql('DELETE FROM document WHERE rid=?'),
    putRetry: sql(
      'INSERT INTO retry(session, record, at) VALUES(?,?,?) ON CONFLICT(session) DO UPDATE SET record=excluded.record, at=excluded.at',
    ),
    retry: sql('SELECT record FROM retry WHERE session=?'),
    forgetRetries: sql('DELETE FROM retry WHERE at<?'),
    putCollection: sql('INSERT INTO collection(id, namespace) VALUES(?,?)'),
    renameCollection: sql('UPDATE collection SET namespace=? WHERE id=?'),
    dropCollection: sql('DELETE FROM collection WHERE id=?'),
    dropIndexes: sql('DELETE FROM indexes WHERE collection=?'),
    dropDocuments: sql('DELETE FROM document WHERE collection=?'),
    putIndex: sql('INSERT OR REPLACE INTO indexes(collection, name, spec) VALUES(?,?,?)'),
    dropIndex: sql('DELETE FROM indexes WHERE collection=? AND name=?'),
  };
}
