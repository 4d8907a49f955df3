import { decode, type Document } from '../bson/decode.ts';
import { flatten, indexKeys, type LiveIndex } from '../index/live-index.ts';
import type { Collection } from './collection.ts';
import { newRecord, type StoredRecord, type Version } from './record.ts';
import type { Store } from './store.ts';

/** New state of a document; `bytes` null deletes it. */
export interface Change {
  id: string;
  document: Document | null;
  bytes: Uint8Array | null;
  /** The decoded document, when the caller has it. */
  before?: Document | null;
}

export type ChangeKeys = Map<LiveIndex, string[]>;

/** Makes the new state visible to all. Keeps the former one while a snapshot may read it. */
export function put(
  store: Store,
  target: Collection,
  change: Change,
  keys: ChangeKeys,
  rid = ++store.lastRid,
): void {
  const keep = store.transactions.isAnySnapshotOpen();
  let record = target.records.get(change.id);
  if (!record) {
    // A document that a transaction inserted and deleted still conflicts with earlier transactions.
    if (!change.bytes && !keep) return;
    record = newRecord(rid, change.id, null, 0);
    target.records.set(change.id, record);
  }
  replaceEntries(target, record, change, keys, keep);
  target.size += (change.bytes ? 1 : 0) - (record.bytes ? 1 : 0);
  if (keep) {
    record.prev = { seq: record.seq, bytes: record.bytes, prev: record.prev };
    store.versioned.set(record, target);
  } else if (!change.bytes) target.records.delete(change.id);
  record.seq = store.seq;
  record.bytes = change.bytes;
  store.storage.putDocument(record.rid, target.id, change.bytes);
}

/** Replaces index entries. Former ones stay as ghosts while a snapshot may find the record by its former keys. */
function replaceEntries(
  target: Collection,
  record: StoredRecord,
  change: Change,
  keys: ChangeKeys,
  keep: boolean,
): void {
  const before = record.bytes ? (change.before ?? decode(record.bytes)) : null;
  for (const [index, list] of keys) {
    const former = before ? indexKeys(index, before) : [];
    for (const key of former) {
      if (keep) addGhost(target, record, index, key);
      else if (!list.includes(key)) index.entries.remove(key, record);
    }
    for (const key of list) if (!former.includes(key)) index.entries.add(flatten(key), record);
  }
}

function addGhost(target: Collection, record: StoredRecord, index: LiveIndex, key: string): void {
  const list = target.ghosts.get(record);
  if (list) list.push({ index, key });
  else target.ghosts.set(record, [{ index, key }]);
}

/** Whether an entry belongs to this state of the record. It can differ only for records with former states. */
export const isListed = (
  target: Collection,
  index: LiveIndex,
  key: string,
  record: StoredRecord,
  bytes: Uint8Array,
): boolean => !target.ghosts.has(record) || indexKeys(index, decode(bytes)).includes(key);

/** Deletes the states that no open snapshot can see, with their index entries. */
export function forgetOldVersions(store: Store): void {
  if (store.versioned.size === 0) return;
  const oldest = store.transactions.oldestSnapshot();
  if (oldest === store.trimmedTo && oldest !== Infinity) return;
  store.trimmedTo = oldest;
  for (const [record, target] of store.versioned) {
    trim(record, oldest);
    if (record.prev) continue;
    store.versioned.delete(record);
    removeGhosts(target, record);
    if (!record.bytes && target.records.get(record.id) === record) target.records.delete(record.id);
  }
}

function trim(record: StoredRecord, oldest: number): void {
  let version: Version | null = record;
  while (version && version.seq > oldest) version = version.prev;
  if (version) version.prev = null;
}

function removeGhosts(target: Collection, record: StoredRecord): void {
  const ghosts = target.ghosts.get(record);
  target.ghosts.delete(record);
  if (!ghosts) return;
  const document = record.bytes ? decode(record.bytes) : null;
  const current = new Map<LiveIndex, string[]>();
  for (const { index, key } of ghosts) {
    if (!current.has(index)) current.set(index, document ? indexKeys(index, document) : []);
    if (!current.get(index)!.includes(key)) index.entries.remove(key, record);
  }
}
