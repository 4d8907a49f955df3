import { AFTER, encodeKey, invertKey, ORDER } from './bson/keys.ts';
import type { LiveIndex } from './index/live-index.ts';
import type { Collection } from './storage/collection.ts';
import { HeldByTransaction, type Engine } from './storage/engine.ts';

/** Deletes what TTL indexes say has expired; gives the number of documents deleted. */
export function deleteExpired(engine: Engine, now = Date.now()): number {
  let deleted = 0;
  for (const collection of engine.collections.values()) {
    for (const index of collection.indexes) {
      if (index.definition.expireAfterSeconds !== undefined) deleted += sweep(engine, collection, index, now);
    }
  }
  return deleted;
}

function sweep(engine: Engine, collection: Collection, index: LiveIndex, now: number): number {
  const newest = encodeKey(new Date(now - index.definition.expireAfterSeconds! * 1000));
  const anyDate = String.fromCharCode(ORDER.date);
  const [start, end] = index.definition.fields[0]!.descending
    ? [invertKey(newest), invertKey(anyDate)]
    : [anyDate, newest];
  const expired = new Set([...index.entries.range(start, end + AFTER)].map(({ record }) => record.id));
  let deleted = 0;
  for (const id of expired) if (deleteUnheld(engine, collection, id)) deleted++;
  return deleted;
}

/** A document that a transaction holds waits for the next sweep. */
function deleteUnheld(engine: Engine, collection: Collection, id: string): boolean {
  if (!collection.records.get(id)?.bytes) return false;
  try {
    engine.write(collection, { id, document: null, bytes: null });
    return true;
  } catch (error) {
    if (error instanceof HeldByTransaction) return false;
    throw error;
  }
}
