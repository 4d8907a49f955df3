import type { LiveIndex } from '../index/live-index.ts';
import { createLiveIndex } from '../index/live-index.ts';
import { readIndexDefinition } from '../index/definition.ts';
import type { StoredRecord } from './record.ts';
import { stateAt } from './record.ts';
import type { Transaction, Write } from '../transactions.ts';

export type Collection = {
  id: number;
  namespace: string;
  /** It is on disk and listed; false until the first write or an explicit create. */
  exists: boolean;
  /** By encoded `_id`, in natural order. Deleted records stay while a snapshot may see them. */
  records: Map<string, StoredRecord>;
  /** Documents now in the collection. */
  size: number;
  /** The first one is that of `_id`. */
  indexes: LiveIndex[];
  /** Which open transaction holds a document. */
  locks: Map<string, Transaction>;
  /** Index entries of former states, kept for open snapshots. */
  ghosts: Map<StoredRecord, { index: LiveIndex; key: string }[]>;
};

export function createCollection(id: number, namespace: string): Collection {
  const primary = createLiveIndex(readIndexDefinition({ key: { _id: 1 }, name: '_id_' }));
  return {
    id,
    namespace,
    exists: false,
    records: new Map(),
    size: 0,
    indexes: [primary],
    locks: new Map(),
    ghosts: new Map(),
  };
}

/** What a command sees: the state at a point in time and, in a transaction, its own writes on top. */
export type View = { seq: number; transaction?: Transaction };

export const LATEST: View = { seq: Infinity };

export const ownWrites = (view: View, collection: Collection): Map<string, Write> | undefined =>
  view.transaction?.writes.get(collection);

/** The document with the encoded `_id` as the view sees it. */
export function bytesOf(view: View, collection: Collection, id: string): Uint8Array | null {
  const own = ownWrites(view, collection)?.get(id);
  if (own) return own.bytes;
  const record = collection.records.get(id);
  return record ? stateAt(record, view.seq) : null;
}
