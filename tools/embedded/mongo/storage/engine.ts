import { decode, type Document } from '../bson/decode.ts';
import { encodeKey } from '../bson/keys.ts';
import { cannotCreateIndex, writeConflict } from '../errors.ts';
import { matchesExisting, readIndexDefinition, type IndexDefinition } from '../index/definition.ts';
import {
  buildIndex,
  createLiveIndex,
  duplicateKey,
  flatten,
  indexKeys,
  type LiveIndex,
} from '../index/live-index.ts';
import type { Entry } from '../index/sorted-entries.ts';
import { MAX_INDEXES } from '../limits.ts';
import { createTransactions, type Transaction, type Write } from '../transactions.ts';
import { createCollection, LATEST, type Collection, type View } from './collection.ts';
import type { StoredRecord, Version } from './record.ts';
import type { Storage } from './sqlite.ts';

/** A document that a write leaves behind; `bytes` null deletes it. */
export type Change = {
  id: string;
  document: Document | null;
  bytes: Uint8Array | null;
  /** The document as it was, when the caller has it at hand. */
  before?: Document | null;
};

/** A write outside a transaction has to wait until this transaction has ended. */
export class HeldByTransaction extends Error {
  readonly transaction: Transaction;
  constructor(transaction: Transaction) {
    super('held by a transaction');
    this.transaction = transaction;
  }
}

/** The documents, their indexes and versions in memory, on top of a storage that makes them durable. */
export function createEngine(storage: Storage) {
  const collections = new Map<string, Collection>();
  /** Records with former states. */
  const versioned = new Map<StoredRecord, Collection>();
  const transactions = createTransactions(forgetOldVersions);
  let seq = 0;
  let lastRid = 0;
  let trimmedTo = 0;
  let lastCollection = 0;

  load();

  function load(): void {
    const byId = new Map<number, Collection>();
    for (const { id, namespace } of storage.collections()) {
      const collection = createCollection(id, namespace);
      collection.exists = true;
      collections.set(namespace, collection);
      byId.set(id, collection);
      lastCollection = Math.max(lastCollection, id);
    }
    for (const { collection, spec } of storage.indexes()) {
      byId.get(collection)?.indexes.push(createLiveIndex(readIndexDefinition(spec)));
    }
    loadDocuments(byId);
  }

  function loadDocuments(byId: Map<number, Collection>): void {
    const entries = new Map<LiveIndex, Entry<StoredRecord>[]>();
    for (const { rid, collection: owner, bytes } of storage.documents()) {
      const collection = byId.get(owner);
      if (!collection) continue;
      const document = decode(bytes);
      const record = newRecord(rid, encodeKey(document._id), Buffer.from(bytes), 0);
      lastRid = Math.max(lastRid, rid);
      collection.records.set(record.id, record);
      collection.size++;
      for (const index of collection.indexes) {
        const list = entries.get(index) ?? [];
        if (list.length === 0) entries.set(index, list);
        for (const key of indexKeys(index, document)) list.push({ key: flatten(key), record });
      }
    }
    for (const [index, list] of entries) index.entries.replaceAll(list);
  }

  /** The collection of that name; one that does not exist yet is empty and unlisted. */
  function collection(namespace: string): Collection {
    let found = collections.get(namespace);
    if (!found) {
      found = createCollection(++lastCollection, namespace);
      collections.set(namespace, found);
    }
    return found;
  }

  /** Makes the collection exist; true when it did not. */
  function create(target: Collection): boolean {
    if (target.exists) return false;
    target.exists = true;
    collections.set(target.namespace, target);
    storage.putCollection(target.id, target.namespace);
    return true;
  }

  function drop(target: Collection): void {
    endTransactionsOf(target);
    collections.delete(target.namespace);
    if (target.exists) storage.dropCollection(target.id);
    target.exists = false;
    for (const [record, owner] of versioned) if (owner === target) versioned.delete(record);
  }

  /** What an open transaction has written there cannot be kept. */
  function endTransactionsOf(target: Collection): void {
    for (const transaction of new Set(target.locks.values())) transactions.end(transaction, 'aborted');
  }

  function rename(source: Collection, namespace: string, replaced: Collection | undefined): void {
    endTransactionsOf(source);
    if (replaced) endTransactionsOf(replaced);
    storage.renameCollection(source.id, namespace, replaced?.exists ? replaced.id : undefined);
    if (replaced) replaced.exists = false;
    collections.delete(source.namespace);
    source.namespace = namespace;
    collections.set(namespace, source);
  }

  /** Adds an index unless the same one exists; true when it was added. */
  function addIndex(target: Collection, spec: Document): boolean {
    const definition = readIndexDefinition(spec);
    if (target.indexes.some((index) => matchesExisting(index.definition, definition))) return false;
    if (target.indexes.length >= MAX_INDEXES) {
      throw cannotCreateIndex(`add index fails, too many indexes for ${target.namespace}`);
    }
    // What they have written is not in the new index, nor checked by it.
    endTransactionsOf(target);
    const index = createLiveIndex(definition);
    buildIndex(index, target.records.values(), target.namespace);
    create(target);
    target.indexes.push(index);
    storage.putIndex(target.id, definition.name, definition.spec);
    return true;
  }

  function dropIndex(target: Collection, index: LiveIndex): void {
    target.indexes = target.indexes.filter((other) => other !== index);
    storage.dropIndex(target.id, index.definition.name);
  }

  function changeIndex(target: Collection, index: LiveIndex, definition: IndexDefinition): void {
    index.definition = definition;
    storage.putIndex(target.id, definition.name, definition.spec);
  }

  /** Writes one document, in the transaction or for all to see. Throws DuplicateKey or WriteConflict. */
  function write(target: Collection, change: Change, transaction?: Transaction): void {
    if (transaction) return writeInTransaction(target, change, transaction);
    assertNotHeld(target, change.id);
    const keys = keysOfChange(target, change);
    assertUnique(target, change, keys);
    create(target);
    put(target, change, keys, ++seq, ++lastRid);
  }

  /** Writes a document that must not exist yet. */
  function insert(
    target: Collection,
    change: Change & { document: Document },
    transaction?: Transaction,
  ): void {
    const holder = target.locks.get(change.id);
    if (holder && holder !== transaction) throw blockedBy(holder, transaction);
    const own = transaction?.writes.get(target)?.get(change.id);
    const record = target.records.get(change.id);
    if (!own && record && transaction && record.seq > transaction.seq) throw writeConflict();
    if (own ? own.bytes : record?.bytes) throw clash(target, target.indexes[0]!, change);
    write(target, change, transaction);
  }

  /** Throws HeldByTransaction when an open transaction has written the document. */
  function assertNotHeld(target: Collection, id: string): void {
    const holder = target.locks.get(id);
    if (holder) throw new HeldByTransaction(holder);
  }

  function writeInTransaction(target: Collection, change: Change, transaction: Transaction): void {
    const record = target.records.get(change.id);
    const holder = target.locks.get(change.id);
    if (holder && holder !== transaction) throw writeConflict();
    if (record && record.seq > transaction.seq) throw writeConflict();
    const keys = keysOfChange(target, change);
    assertUnique(target, change, keys, transaction);
    reserve(keys, transaction);
    target.locks.set(change.id, transaction);
    let writes = transaction.writes.get(target);
    if (!writes) transaction.writes.set(target, (writes = new Map<string, Write>()));
    const rid = writes.get(change.id)?.rid ?? record?.rid ?? ++lastRid;
    writes.set(change.id, { rid, id: change.id, bytes: change.bytes, document: change.document, keys });
  }

  function reserve(keys: Map<LiveIndex, string[]>, transaction: Transaction): void {
    for (const [index, list] of keys) {
      if (!index.definition.unique) continue;
      for (const key of list) {
        index.reserved.set(key, transaction);
        transaction.reserved.push({ index, key });
      }
    }
  }

  function keysOfChange(target: Collection, { document }: Change): Map<LiveIndex, string[]> {
    const keys = new Map<LiveIndex, string[]>();
    for (const index of target.indexes) keys.set(index, document ? indexKeys(index, document) : []);
    return keys;
  }

  function assertUnique(
    target: Collection,
    change: Change,
    keys: Map<LiveIndex, string[]>,
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
    const reserver = index.reserved.get(key) as Transaction | undefined;
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

  /** Whether an entry belongs to this state of the record; only records with former states can differ. */
  function isListed(
    target: Collection,
    index: LiveIndex,
    key: string,
    record: StoredRecord,
    bytes: Uint8Array,
  ): boolean {
    return !target.ghosts.has(record) || indexKeys(index, decode(bytes)).includes(key);
  }

  const clash = (target: Collection, { definition }: LiveIndex, { document }: Change) =>
    duplicateKey(target.namespace, definition, document!);

  const blockedBy = (holder: Transaction, transaction?: Transaction) =>
    transaction ? writeConflict() : new HeldByTransaction(holder);

  function put(
    target: Collection,
    change: Change,
    keys: Map<LiveIndex, string[]>,
    at: number,
    rid: number,
  ): void {
    let record = target.records.get(change.id);
    if (!record) {
      if (!change.bytes) return;
      record = newRecord(rid, change.id, null, 0);
      target.records.set(change.id, record);
    }
    replaceEntries(target, record, change, keys);
    target.size += (change.bytes ? 1 : 0) - (record.bytes ? 1 : 0);
    if (transactions.isAnyOpen()) {
      record.prev = { seq: record.seq, bytes: record.bytes, prev: record.prev };
      versioned.set(record, target);
    } else if (!change.bytes) target.records.delete(change.id);
    record.seq = at;
    record.bytes = change.bytes;
    storage.putDocument(record.rid, target.id, change.bytes);
  }

  /** Former entries stay as ghosts while a snapshot may look for the record under its former keys. */
  function replaceEntries(
    target: Collection,
    record: StoredRecord,
    change: Change,
    keys: Map<LiveIndex, string[]>,
  ): void {
    const before = record.bytes ? (change.before ?? decode(record.bytes)) : null;
    const keep = transactions.isAnyOpen();
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

  function commit(transaction: Transaction): void {
    const at = ++seq;
    // Ended first, so that its own snapshot does not keep the states it replaces.
    transactions.end(transaction, 'committed');
    // Created first: a new collection is stored at once, and must not carry half of the transaction along.
    for (const target of transaction.writes.keys()) create(target);
    for (const [target, writes] of transaction.writes) {
      for (const write of writes.values()) put(target, write, write.keys, at, write.rid);
    }
  }

  /** Drops the states that no open snapshot can see, and their index entries. */
  function forgetOldVersions(): void {
    if (versioned.size === 0) return;
    const oldest = transactions.oldestSnapshot();
    if (oldest === trimmedTo && oldest !== Infinity) return;
    trimmedTo = oldest;
    for (const [record, target] of versioned) {
      trim(record, oldest);
      if (record.prev) continue;
      versioned.delete(record);
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

  const viewOf = (transaction?: Transaction): View =>
    transaction ? { seq: transaction.seq, transaction } : LATEST;

  return {
    collections,
    collection,
    create,
    drop,
    rename,
    addIndex,
    dropIndex,
    changeIndex,
    write,
    insert,
    assertNotHeld,
    commit,
    viewOf,
    isListed,
    transactions,
    storage,
    begin: () => transactions.begin(seq),
    abort: (transaction: Transaction) => transactions.end(transaction, 'aborted'),
    close: () => {
      transactions.stop();
      storage.close();
    },
  };
}

export type Engine = ReturnType<typeof createEngine>;

const newRecord = (rid: number, id: string, bytes: Uint8Array | null, seq: number): StoredRecord => ({
  rid,
  id,
  bytes,
  seq,
  prev: null,
});
