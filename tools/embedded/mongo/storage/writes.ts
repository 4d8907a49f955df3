import type { Document } from '../bson/decode.ts';
import { writeConflict } from '../errors.ts';
import { indexKeys } from '../index/live-index.ts';
import { assertOpen, type Transaction } from '../transactions.ts';
import { create } from './catalog.ts';
import type { Collection } from './collection.ts';
import type { Store } from './store.ts';
import { assertUnique, blockedBy, clash, HeldByTransaction, reserve } from './uniqueness.ts';
import { put, type Change, type ChangeKeys } from './versions.ts';
import { bytesOf, latest, type View } from './view.ts';

/** Writes one document, in the transaction or visible to all. Throws DuplicateKey or WriteConflict. */
export function write(store: Store, target: Collection, change: Change, transaction?: Transaction): void {
  if (transaction) return writeInTransaction(store, target, change, transaction);
  assertNotHeld(target, change.id);
  const keys = keysOfChange(target, change);
  assertUnique(target, change, keys);
  create(store, target);
  store.seq++;
  put(store, target, change, keys);
}

/** Writes a document that must not exist yet. */
export function insert(
  store: Store,
  target: Collection,
  change: Change & { document: Document },
  transaction?: Transaction,
): void {
  const view: View = transaction ? { seq: transaction.seq, transaction } : latest();
  if (bytesOf(view, target, change.id)) throw clash(target, target.indexes[0]!, change, change.id);
  const holder = target.locks.get(change.id);
  if (holder && holder !== transaction) throw blockedBy(holder, transaction);
  write(store, target, change, transaction);
}

/** Throws HeldByTransaction when an open transaction has written the document. */
function assertNotHeld(target: Collection, id: string): void {
  const holder = target.locks.get(id);
  if (holder) throw new HeldByTransaction(holder.ended);
}

function writeInTransaction(
  store: Store,
  target: Collection,
  change: Change,
  transaction: Transaction,
): void {
  assertOpen(transaction);
  const record = target.records.get(change.id);
  const holder = target.locks.get(change.id);
  if (holder && holder !== transaction) throw writeConflict();
  if (record && record.seq > transaction.seq) throw writeConflict();
  const keys = keysOfChange(target, change);
  assertUnique(target, change, keys, transaction);
  reserve(target, change, keys, transaction);
  target.locks.set(change.id, transaction);
  let writes = transaction.writes.get(target);
  if (!writes) transaction.writes.set(target, (writes = new Map()));
  const rid = writes.get(change.id)?.rid ?? record?.rid ?? ++store.lastRid;
  writes.set(change.id, { rid, id: change.id, bytes: change.bytes, document: change.document, keys });
}

function keysOfChange(target: Collection, { document }: Change): ChangeKeys {
  const keys: ChangeKeys = new Map();
  for (const index of target.indexes) keys.set(index, document ? indexKeys(index, document) : []);
  return keys;
}

/** Makes all writes of the transaction visible at once. */
export function commit(store: Store, transaction: Transaction): void {
  // The transaction ends first, so that its own snapshot does not keep the states that it replaces.
  store.transactions.end(transaction, 'committed');
  store.seq++;
  // New collections are created first: they are stored at once, which must not store half of the transaction.
  for (const target of transaction.writes.keys()) create(store, target);
  for (const [target, writes] of transaction.writes) {
    for (const one of writes.values()) put(store, target, one, one.keys, one.rid);
  }
}
