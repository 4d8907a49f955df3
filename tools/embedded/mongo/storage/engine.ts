import type { Document } from '../bson/decode.ts';
import type { IndexDefinition } from '../index/definition.ts';
import type { LiveIndex } from '../index/live-index.ts';
import type { Transaction } from '../transactions.ts';
import { collectionNamed, collectionSeenBy, create, drop } from './catalog.ts';
import type { Collection } from './collection.ts';
import { addIndexes, changeIndex, dropIndexes } from './index-catalog.ts';
import { load } from './load.ts';
import type { Storage } from './sqlite.ts';
import { createStore } from './create-store.ts';
import type { Change } from './versions.ts';
import { latest, type View } from './view.ts';
import { commit, insert, write } from './writes.ts';

/** Documents, indexes and versions in memory, on top of a durable storage. */
export function createEngine(storage: Storage) {
  const store = createStore(storage);
  load(store);

  return {
    storage,
    collections: store.collections,
    transactions: store.transactions,

    collection: (namespace: string): Collection => collectionNamed(store, namespace),
    collectionSeenBy: (namespace: string, view: View): Collection => collectionSeenBy(store, namespace, view),
    create: (target: Collection) => create(store, target),
    drop: (target: Collection) => drop(store, target),

    addIndexes: (target: Collection, specs: readonly Document[]) => addIndexes(store, target, specs),
    dropIndexes: (target: Collection, indexes: readonly LiveIndex[]) => dropIndexes(store, target, indexes),
    changeIndex: (target: Collection, index: LiveIndex, definition: IndexDefinition) =>
      changeIndex(store, target, index, definition),

    write: (target: Collection, change: Change, transaction?: Transaction) =>
      write(store, target, change, transaction),
    insert: (target: Collection, change: Change & { document: Document }, transaction?: Transaction) =>
      insert(store, target, change, transaction),

    begin: (): Transaction => store.transactions.begin(store.seq),
    commit: (transaction: Transaction) => commit(store, transaction),
    abort: (transaction: Transaction) => store.transactions.end(transaction, 'aborted'),
    viewOf: (transaction?: Transaction): View =>
      transaction ? { seq: transaction.seq, transaction } : latest(),
    /** Number of the newest commit, which identifies a snapshot of the current state. */
    now: (): number => store.seq,

    close: () => {
      store.transactions.stop();
      storage.close();
    },
  };
}

export type Engine = ReturnType<typeof createEngine>;
