import { MongoError } from '../errors.ts';
import { createCollection, type Collection } from './collection.ts';
import type { Store } from './store.ts';
import type { View } from './view.ts';

/** Returns the collection of the name. One that does not exist yet is empty and unlisted. */
export function collectionNamed(store: Store, namespace: string): Collection {
  let found = store.collections.get(namespace);
  if (!found) {
    found = createCollection(++store.lastCollection, namespace);
    store.collections.set(namespace, found);
  }
  return found;
}

/** Returns the collection for a view. Throws when the name belonged to another collection at the time of its snapshot. */
export function collectionSeenBy(store: Store, namespace: string, view: View): Collection {
  const replacedAt = store.replacedAt.get(namespace);
  if (replacedAt !== undefined && view.seq < replacedAt) throw snapshotUnavailable(namespace);
  return collectionNamed(store, namespace);
}

const snapshotUnavailable = (namespace: string) =>
  new MongoError(
    246,
    'SnapshotUnavailable',
    `Unable to read from a snapshot due to pending collection catalog changes to collection '${namespace}'; please retry the operation.`,
    { errorLabels: ['TransientTransactionError'] },
  );

/** Creates the collection. Returns false when it already exists. */
export function create(store: Store, target: Collection): boolean {
  if (target.dropped) throw collectionDropped(target.namespace);
  if (target.exists) return false;
  target.exists = true;
  store.collections.set(target.namespace, target);
  store.storage.putCollection(target.id, target.namespace);
  return true;
}

/** Throws for a dropped collection. */
export function assertNotDropped(target: Collection): void {
  if (target.dropped) throw collectionDropped(target.namespace);
}

const collectionDropped = (namespace: string) =>
  new MongoError(175, 'QueryPlanKilled', `collection dropped. namespace: '${namespace}'`);

export function drop(store: Store, target: Collection): void {
  store.transactions.endWritersOf(target);
  if (target.exists) store.storage.dropCollection(target.id);
  retire(store, target);
}

/** Removes the collection from the catalogue and marks it as dropped. */
function retire(store: Store, target: Collection): void {
  store.collections.delete(target.namespace);
  store.replacedAt.set(target.namespace, ++store.seq);
  target.exists = false;
  target.dropped = true;
  for (const [record, owner] of store.versioned) if (owner === target) store.versioned.delete(record);
}
