import type { DatabaseSync } from 'node:sqlite';
import { asError } from '../errors.ts';
import type { Statements } from './database.ts';

/** The server stopped before the write was stored. */
class StorageClosed extends Error {
  readonly code = 'STORAGE_CLOSED';
}

interface Acknowledged {
  resolve(): void;
  reject(error: Error): void;
}

/** Runs work in a SQLite transaction. Reports the first failure and rejects all further writes, because memory is then
 * ahead of the disk. */
function createTransaction(database: DatabaseSync, onFailure: (error: Error) => void) {
  let failure: Error | undefined;
  function run(work: () => void): void {
    if (failure) throw failure;
    try {
      database.exec('BEGIN');
      work();
      database.exec('COMMIT');
    } catch (error) {
      failure = asError(error);
      onFailure(failure);
      throw error;
    }
  }
  return { run, failure: () => failure };
}

/** Queue of writes. The next flush stores them in one SQLite transaction. */
export function createPendingWrites(
  database: DatabaseSync,
  statements: Statements,
  onFailure: (error: Error) => void,
) {
  const documents = new Map<number, { collection: number; bytes: Uint8Array | null }>();
  const retries = new Map<string, () => Uint8Array>();
  const transaction = createTransaction(database, onFailure);
  let waiting: Acknowledged[] = [];
  let scheduled = false;
  let isClosed = false;

  function write(): void {
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
      if (documents.size + retries.size > 0) transaction.run(write);
      for (const { resolve } of acknowledged) resolve();
    } catch (error) {
      for (const { reject } of acknowledged) reject(asError(error));
    }
  }

  function schedule(): void {
    if (isClosed) throw new StorageClosed('the server has stopped');
    if (scheduled) return;
    scheduled = true;
    setImmediate(flush);
  }

  return {
    putDocument: (rid: number, collection: number, bytes: Uint8Array | null): void => {
      schedule();
      documents.set(rid, { collection, bytes });
    },
    putRetry: (session: string, encodeRecord: () => Uint8Array): void => {
      schedule();
      retries.set(session, encodeRecord);
    },
    /** Changes the catalogue after storing the earlier writes. */
    change: (work: () => void): void =>
      transaction.run(() => {
        write();
        work();
      }),
    durable(): Promise<void> {
      const failure = transaction.failure();
      if (failure) return Promise.reject(failure);
      return new Promise((resolve, reject) => {
        schedule();
        waiting.push({ resolve, reject });
      });
    },
    close(): void {
      flush();
      isClosed = true;
    },
  };
}
