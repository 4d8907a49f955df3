import type { Document } from '../bson/decode.ts';
import { cannotCreateIndex, MongoError } from '../errors.ts';
import { matchesExisting, readIndexDefinition, type IndexDefinition } from '../index/definition.ts';
import { buildIndex, createLiveIndex, type LiveIndex } from '../index/live-index.ts';
import { MAX_INDEXES } from '../limits.ts';
import { create } from './catalog.ts';
import type { Collection } from './collection.ts';
import type { Store } from './store.ts';

/** Adds the indexes that do not exist yet: all of them, or none when one fails. */
export function addIndexes(store: Store, target: Collection, specs: readonly Document[]): void {
  const requested = requestedIndexes(target, specs);
  if (requested.length > 0) store.transactions.endWritersOf(target);
  const indexes = requested.map(createLiveIndex);
  for (const index of indexes) buildIndex(index, target.records.values(), target.namespace);
  create(store, target);
  if (indexes.length === 0) return;
  // Older snapshots must not use them, because they lack their states.
  store.seq++;
  for (const index of indexes) index.since = store.seq;
  target.indexes.push(...indexes);
  store.storage.putIndexes(
    target.id,
    requested.map(({ name, spec }) => ({ name, spec })),
  );
}

function requestedIndexes(target: Collection, specs: readonly Document[]): IndexDefinition[] {
  const existing = target.indexes.map(({ definition }) => definition);
  const requested: IndexDefinition[] = [];
  for (const definition of specs.map(readIndexDefinition)) {
    if (existing.some((one) => matchesExisting(one, definition))) continue;
    if (requested.some((one) => matchesExisting(one, definition))) throw identicalIndex(definition.name);
    requested.push(definition);
  }
  if (target.indexes.length + requested.length > MAX_INDEXES) {
    throw cannotCreateIndex(`add index fails, too many indexes for ${target.namespace}`);
  }
  return requested;
}

const identicalIndex = (name: string) =>
  new MongoError(68, 'IndexAlreadyExists', `Identical index already exists: ${name}`);

export function dropIndexes(store: Store, target: Collection, indexes: readonly LiveIndex[]): void {
  target.indexes = target.indexes.filter((index) => !indexes.includes(index));
  store.storage.dropIndexes(
    target.id,
    indexes.map(({ definition }) => definition.name),
  );
}

/** Changes options that do not affect which documents an index lists. */
export function changeIndex(
  store: Store,
  target: Collection,
  index: LiveIndex,
  definition: IndexDefinition,
): void {
  index.definition = definition;
  store.storage.putIndexes(target.id, [{ name: definition.name, spec: definition.spec }]);
}
