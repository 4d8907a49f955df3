import type { DatabaseSync } from 'node:sqlite';
import { asError } from '../errors.ts';
import type { Statements } from './database.ts';

/** Work that was under way when the server stopped cannot be kept. */
class StorageClosed extends Error {
  readonly code = 'STORAGE_CLOSED';
}

interface Acknowledged {
  resolve(): void;
  reject(error: Error): void;
}

/** All or nothing; a failure is reported once and stops all further writes, because memory is ahead of the disk. */
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

/** Writes that wait for the next flush, which makes all of them durable in one SQLite transaction. */
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
    /** A change of the catalogue, after the writes that came before it. */
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
