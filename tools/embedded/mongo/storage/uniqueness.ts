import { writeConflict, type MongoError } from '../errors.ts';
import { duplicateKey, type LiveIndex } from '../index/live-index.ts';
import { assertOpen, type Transaction, type Write } from '../transactions.ts';
import type { Collection } from './collection.ts';
import type { StoredRecord } from './record.ts';
import { isListed, type Change, type ChangeKeys } from './versions.ts';

/** A write outside a transaction has to wait until the transaction that holds the document or key has ended. */
export class HeldByTransaction extends Error {
  readonly ended: Promise<void>;
  constructor(ended: Promise<void>) {
    super('held by a transaction');
    this.ended = ended;
  }
}

export const blockedBy = (holder: { ended: Promise<void> }, transaction?: Transaction): Error =>
  transaction ? writeConflict() : new HeldByTransaction(holder.ended);

export const clash = (target: Collection, { definition }: LiveIndex, { document }: Change): MongoError =>
  duplicateKey(target.namespace, definition, document ?? {});

/** Throws DuplicateKey, or says that somebody else is about to write one of the keys. */
export function assertUnique(
  target: Collection,
  change: Change,
  keys: ChangeKeys,
  transaction?: Transaction,
): void {
  for (const [index, list] of keys) {
    if (!index.definition.unique) continue;
    for (const key of list) assertKeyFree(target, index, key, change, transaction);
  }
}

function assertKeyFree(
  target: Collection,
  index: LiveIndex,
  key: string,
  change: Change,
  transaction?: Transaction,
): void {
  const own = transaction?.writes.get(target);
  const reserver = index.reserved.get(key);
  if (reserver && reserver !== transaction) throw blockedBy(reserver, transaction);
  if (reserver && isWritten(own, index, key, change.id)) throw clash(target, index, change);
  for (const { record } of index.entries.range(key, `${key}\u0000`)) {
    if (record.id === change.id || own?.has(record.id)) continue;
    assertEntryFree(target, index, key, record, change, transaction);
  }
}

function isWritten(
  own: Map<string, Write> | undefined,
  index: LiveIndex,
  key: string,
  except: string,
): boolean {
  for (const write of own?.values() ?? []) {
    if (write.id !== except && write.keys.get(index)?.includes(key)) return true;
  }
  return false;
}

function assertEntryFree(
  target: Collection,
  index: LiveIndex,
  key: string,
  record: StoredRecord,
  change: Change,
  transaction?: Transaction,
): void {
  const isLive = record.bytes !== null && isListed(target, index, key, record, record.bytes);
  if (transaction && record.seq > transaction.seq) throw writeConflict();
  if (!isLive) return;
  const holder = target.locks.get(record.id);
  if (holder && holder !== transaction) throw blockedBy(holder, transaction);
  throw clash(target, index, change);
}

/** Keeps the unique keys for the transaction until it ends. */
export function reserve(keys: ChangeKeys, transaction: Transaction): void {
  assertOpen(transaction);
  for (const [index, list] of keys) {
    if (!index.definition.unique) continue;
    for (const key of list) {
      index.reserved.set(key, transaction);
      transaction.reserved.push({ index, key });
    }
  }
}
