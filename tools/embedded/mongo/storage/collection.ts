import { readIndexDefinition } from '../index/definition.ts';
import { createLiveIndex, type LiveIndex, type LockHolder } from '../index/live-index.ts';
import type { StoredRecord } from './record.ts';

export interface Collection {
  id: number;
  namespace: string;
  /** Whether it is on disk and listed: false until the first write or an explicit create. */
  exists: boolean;
  /** Whether the collection was dropped or replaced. Holders of it must look up its name again. */
  dropped: boolean;
  /** By encoded `_id`, in natural order. Deleted records stay while a snapshot may see them. */
  records: Map<string, StoredRecord>;
  /** Current number of documents. */
  size: number;
  /** The first index is that of `_id`. */
  indexes: LiveIndex[];
  /** Open transactions by the document that they hold. */
  locks: Map<string, LockHolder>;
  /** Index entries of former states, kept for open snapshots. */
  ghosts: Map<StoredRecord, { index: LiveIndex; key: string }[]>;
}

export function createCollection(id: number, namespace: string): Collection {
  const primary = createLiveIndex(readIndexDefinition({ key: { _id: 1 }, name: '_id_' }));
  return {
    id,
    namespace,
    exists: false,
    dropped: false,
    records: new Map(),
    size: 0,
    indexes: [primary],
    locks: new Map(),
    ghosts: new Map(),
  };
}
