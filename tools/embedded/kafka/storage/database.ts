import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const DATABASE_FILE = 'kafka.db';

/** Another running process uses the directory. */
export class KafkaDirectoryLocked extends Error {
  readonly code = 'KAFKA_DIRECTORY_LOCKED';

  constructor(dataDir: string) {
    super(`Another process uses ${dataDir}: one broker per directory`);
    this.name = 'KafkaDirectoryLocked';
  }
}

/** The file format is of a broker version that this one cannot read. */
export class KafkaFormatUnknown extends Error {
  readonly code = 'KAFKA_FORMAT_UNKNOWN';

  constructor(found: number) {
    super(`The file has format ${found}; this broker reads format ${FORMAT}`);
    this.name = 'KafkaFormatUnknown';
  }
}

const FORMAT = 1;

const SCHEMA = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE topics (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, configs TEXT NOT NULL
  );
  CREATE TABLE partitions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, topic_id INTEGER NOT NULL, number INTEGER NOT NULL,
    start_offset INTEGER NOT NULL, UNIQUE (topic_id, number)
  );
  CREATE TABLE batches (
    id INTEGER PRIMARY KEY, partition_id INTEGER NOT NULL, base_offset INTEGER NOT NULL,
    last_offset INTEGER NOT NULL, max_timestamp INTEGER NOT NULL, size INTEGER NOT NULL, data BLOB NOT NULL
  );
  CREATE UNIQUE INDEX batch_places
    ON batches (partition_id, base_offset, last_offset, max_timestamp, size);
  CREATE TABLE producers (
    partition_id INTEGER NOT NULL, producer_id INTEGER NOT NULL, epoch INTEGER NOT NULL,
    recent TEXT NOT NULL, touched_at INTEGER NOT NULL, PRIMARY KEY (partition_id, producer_id)
  ) WITHOUT ROWID;
  CREATE TABLE offsets (
    group_id TEXT NOT NULL, topic TEXT NOT NULL, partition INTEGER NOT NULL, position INTEGER NOT NULL,
    metadata TEXT NOT NULL, committed_at INTEGER NOT NULL, PRIMARY KEY (group_id, topic, partition)
  ) WITHOUT ROWID;
  CREATE TABLE groups (
    id TEXT PRIMARY KEY, protocol_type TEXT NOT NULL, generation INTEGER NOT NULL, active_at INTEGER NOT NULL
  ) WITHOUT ROWID;
`;

/**
 * Opens or creates the broker's file and locks it. The operating system releases the lock with the process. Without a
 * directory, all data is in memory. Throws KafkaDirectoryLocked, KafkaFormatUnknown.
 */
export function openDatabase(dataDir?: string): DatabaseSync {
  if (dataDir !== undefined) makePrivate(dataDir);
  const db = new DatabaseSync(dataDir === undefined ? ':memory:' : join(dataDir, DATABASE_FILE));
  try {
    lock(db, dataDir);
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Restricts the directory to its owner, even an existing one, because messages contain learners' data. */
function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
}

function lock(db: DatabaseSync, dataDir = 'memory'): void {
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    // Only a new file needs this pragma. On an existing file it would write, which fails on a full disk.
    if (formatOf(db) === NEW) db.exec('PRAGMA auto_vacuum = INCREMENTAL');
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; COMMIT;');
  } catch (error) {
    if (isBusy(error)) throw new KafkaDirectoryLocked(dataDir);
    throw error;
  }
  db.exec('PRAGMA journal_size_limit = 16777216; PRAGMA cache_size = -4096;');
}

const SQLITE_BUSY = 5;
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

const NEW = 0;
const formatOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.['user_version']);

function migrate(db: DatabaseSync): void {
  const found = formatOf(db);
  if (found === FORMAT) return;
  if (found !== NEW) throw new KafkaFormatUnknown(found);
  db.exec(`BEGIN; ${SCHEMA} PRAGMA user_version = ${FORMAT}; COMMIT;`);
}
