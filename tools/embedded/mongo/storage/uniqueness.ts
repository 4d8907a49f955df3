import { decode, type Document } from '../bson/decode.ts';
import { writeConflict, type MongoError } from '../errors.ts';
import { duplicateKey, indexKeys, type LiveIndex } from '../index/live-index.ts';
import { assertOpen, type Transaction, type Write } from '../transactions.ts';
import type { Collection } from './collection.ts';
import type { StoredRecord, Version } from './record.ts';
import { isListed, type Change, type ChangeKeys } from './versions.ts';

/** A write outside a transaction must wait for the transaction that holds the document or key. */
export class HeldByTransaction extends Error {
  readonly ended: Promise<void>;
  constructor(ended: Promise<void>) {
    super('held by a transaction');
    this.ended = ended;
  }
}

export const blockedBy = (holder: { ended: Promise<void> }, transaction?: Transaction): Error =>
  transaction ? writeConflict() : new HeldByTransaction(holder.ended);

export const clash = (
  target: Collection,
  { definition }: LiveIndex,
  { document }: Change,
  key: string,
): MongoError => duplicateKey(target.namespace, definition, document ?? {}, key);

/**
 * Throws DuplicateKey when a visible document has one of the keys that the change adds, even while an open transaction
 * deletes or changes that document, because other transactions are not visible. A transaction holds only the keys that
 * it adds.
 */
export function assertUnique(
  target: Collection,
  change: Change,
  keys: ChangeKeys,
  transaction?: Transaction,
): void {
  for (const [index, list] of addedKeys(target, change, keys, transaction)) {
    // A real server checks the keys of an array in the order of the index.
    for (const key of list.toSorted()) assertKeyFree(target, index, key, change, transaction);
  }
}

/** Keys in unique indexes that the change adds to the document. */
function* addedKeys(
  target: Collection,
  { id, before }: Change,
  keys: ChangeKeys,
  transaction?: Transaction,
): Generator<[LiveIndex, string[]]> {
  const own = transaction?.writes.get(target)?.get(id);
  const bytes = target.records.get(id)?.bytes;
  let former: Document | null | undefined;
  for (const [index, list] of keys) {
    if (!index.definition.unique || list.length === 0) continue;
    if (!own && bytes) former ??= before ?? decode(bytes);
    const present = own ? own.keys.get(index) : former && indexKeys(index, former);
    yield [index, present ? list.filter((key) => !present.includes(key)) : list];
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
  let isTaken = reserver !== undefined && isWritten(own, index, key, change.id);
  for (const { record } of index.entries.range(key, `${key}\u0000`)) {
    if (record.id === change.id) continue;
    const write = own?.get(record.id);
    const has = write
      ? write.keys.get(index)?.includes(key)
      : isTakenBy({ target, index, key, record }, transaction);
    if (has) isTaken = true;
  }
  if (isTaken) throw clash(target, index, change, key);
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

interface KeyOfRecord {
  target: Collection;
  index: LiveIndex;
  key: string;
  record: StoredRecord;
}

/** Whether the document has the key. Throws WriteConflict when it received it after the transaction began. */
function isTakenBy(place: KeyOfRecord, transaction?: Transaction): boolean {
  const seq = transaction?.seq ?? Infinity;
  let version: Version = place.record;
  for (; version.seq > seq && version.prev; version = version.prev) {
    if (hasKey(place, version) && !hasKey(place, version.prev)) throw writeConflict();
  }
  return hasKey(place, version);
}

const hasKey = ({ target, index, key, record }: KeyOfRecord, { bytes }: Version): boolean =>
  bytes !== null && isListed(target, index, key, record, bytes);

/** Reserves the unique keys that the change adds until the transaction ends. */
export function reserve(
  target: Collection,
  change: Change,
  keys: ChangeKeys,
  transaction: Transaction,
): void {
  assertOpen(transaction);
  for (const [index, list] of addedKeys(target, change, keys, transaction)) {
    for (const key of list) {
      index.reserved.set(key, transaction);
      transaction.reserved.push({ index, key });
    }
  }
}
