import type { Transactions } from '../transactions.ts';
import type { Collection } from './collection.ts';
import type { StoredRecord } from './record.ts';
import type { Storage } from './sqlite.ts';

/** State in memory, and the storage below that makes it durable. */
export interface Store {
  storage: Storage;
  collections: Map<string, Collection>;
  /** Names that have changed hands by a drop or a rename, and at which commit. */
  replacedAt: Map<string, number>;
  /** Records with former states. */
  versioned: Map<StoredRecord, Collection>;
  transactions: Transactions;
  /** Number of the newest commit. */
  seq: number;
  lastRid: number;
  lastCollection: number;
  /** Versions that only older snapshots could see are gone. */
  trimmedTo: number;
}
