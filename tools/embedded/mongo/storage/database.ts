import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const SCHEMA = `
CREATE TABLE IF NOT EXISTS collection(id INTEGER PRIMARY KEY, namespace TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS indexes(collection INTEGER, name TEXT, spec BLOB NOT NULL, PRIMARY KEY(collection, name)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS document(rid INTEGER PRIMARY KEY, collection INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS retry(session TEXT PRIMARY KEY, record BLOB NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
`;
const FORMAT = 1;
const SQLITE_BUSY = 5;

/** Another running server uses the directory. */
export class DataDirectoryInUse extends Error {
  readonly code = 'DATA_DIRECTORY_IN_USE';
  constructor(directory: string) {
    super(`The data directory ${directory} is in use by another embedded MongoDB server`);
  }
}

/** The file format is of a server version that this one cannot read. */
export class UnknownFileFormat extends Error {
  readonly code = 'UNKNOWN_FILE_FORMAT';
}

/** Opens the database of the directory and locks it. The operating system releases the lock with the process. */
export function openDatabase(directory: string): DatabaseSync {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  const database = new DatabaseSync(join(directory, 'mongo.db'));
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL');
    database.exec('PRAGMA cache_size=-2000; PRAGMA journal_size_limit=16777216; BEGIN IMMEDIATE; COMMIT');
    const { user_version: version } = database.prepare('PRAGMA user_version').get() as {
      user_version: number;
    };
    if (version > FORMAT) throw new UnknownFileFormat(`${directory} has file format ${version}`);
    // A file of this format is opened without a write, so that the server starts on a full disk.
    if (version < FORMAT) database.exec(`BEGIN; ${SCHEMA} PRAGMA user_version=${FORMAT}; COMMIT`);
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new DataDirectoryInUse(directory);
    throw error;
  }
}

export function prepare(database: DatabaseSync) {
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
    dropCollection: sql('DELETE FROM collection WHERE id=?'),
    dropIndexes: sql('DELETE FROM indexes WHERE collection=?'),
    dropDocuments: sql('DELETE FROM document WHERE collection=?'),
    putIndex: sql('INSERT OR REPLACE INTO indexes(collection, name, spec) VALUES(?,?,?)'),
    dropIndex: sql('DELETE FROM indexes WHERE collection=? AND name=?'),
  };
}

export type Statements = ReturnType<typeof prepare>;
