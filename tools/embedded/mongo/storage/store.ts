import type { Transactions } from '../transactions.ts';
import type { Collection } from './collection.ts';
import type { StoredRecord } from './record.ts';
import type { Storage } from './sqlite.ts';

/** State in memory with its durable storage. */
export interface Store {
  storage: Storage;
  collections: Map<string, Collection>;
  /** Names whose collection was dropped, with the commit. */
  replacedAt: Map<string, number>;
  /** Records with former states. */
  versioned: Map<StoredRecord, Collection>;
  transactions: Transactions;
  /** Number of the newest commit. */
  seq: number;
  lastRid: number;
  lastCollection: number;
  /** Oldest commit of which snapshots still have all versions. */
  trimmedTo: number;
}
