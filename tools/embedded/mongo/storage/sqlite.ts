import { decode, type Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { openDatabase, prepare } from './database.ts';
import { createPendingWrites } from './pending-writes.ts';

type StoredCollection = { id: number; namespace: string };
type StoredIndex = { collection: number; spec: Document };
type StoredDocument = { rid: number; collection: number; bytes: Uint8Array };

/** Durable storage. All writes between two flushes are one SQLite transaction. */
export type Storage = {
  collections(): StoredCollection[];
  indexes(): StoredIndex[];
  documents(): Iterable<StoredDocument>;
  putDocument(rid: number, collection: number, bytes: Uint8Array | null): void;
  /** Stores the record of a retryable write or commit, encoded at the flush together with its writes. */
  putRetry(session: string, encodeRecord: () => Uint8Array): void;
  retry(session: string): Document | undefined;
  forgetRetries(before: number): void;
  putCollection(id: number, namespace: string): void;
  dropCollection(id: number): void;
  putIndexes(collection: number, indexes: readonly { name: string; spec: Document }[]): void;
  dropIndexes(collection: number, names: readonly string[]): void;
  /** Whether the disk has space for a write. Called before the write changes anything, even in memory. */
  hasSpace(): boolean;
  /** Resolves when all earlier writes are on disk. */
  durable(): Promise<void>;
  close(): void;
};

/** Opens the store in the directory and locks it. Calls `onFailure` once when writing has become impossible. */
export function openStorage(
  directory: string,
  onFailure: (error: Error) => void,
  hasSpace: () => boolean,
): Storage {
  const database = openDatabase(directory);
  const statements = prepare(database);
  const { change, ...pending } = createPendingWrites(database, statements, onFailure);

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
    putDocument: pending.putDocument,
    putRetry: pending.putRetry,
    retry: (session) => {
      const row = statements.retry.get(session) as { record: Uint8Array } | undefined;
      return row && decode(row.record, Infinity);
    },
    forgetRetries: (before) => void statements.forgetRetries.run(before),
    putCollection: (id, namespace) => change(() => statements.putCollection.run(id, namespace)),
    dropCollection: (id) => change(() => removeCollection(id)),
    putIndexes: (collection, indexes) =>
      change(() => {
        for (const { name, spec } of indexes) statements.putIndex.run(collection, name, encode(spec));
      }),
    dropIndexes: (collection, names) =>
      change(() => {
        for (const name of names) statements.dropIndex.run(collection, name);
      }),
    hasSpace,
    durable: pending.durable,
    close: () => {
      pending.close();
      database.close();
    },
  };
}
