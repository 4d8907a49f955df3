import { AFTER, encodeKey, invertKey, ORDER } from './bson/keys.ts';
import { nextTurn } from './commands/turns.ts';
import type { LiveIndex } from './index/live-index.ts';
import type { Collection } from './storage/collection.ts';
import type { Engine } from './storage/engine.ts';
import { HeldByTransaction } from './storage/uniqueness.ts';
import { isListed } from './storage/versions.ts';

/** Number of deletions before the loop yields to other work. */
const AT_ONCE = 100;

/** Deletes expired documents of TTL indexes. */
export async function deleteExpired(engine: Engine): Promise<void> {
  const now = Date.now();
  for (const collection of engine.collections.values()) {
    for (const index of collection.indexes) {
      const seconds = index.definition.expireAfterSeconds;
      if (seconds !== undefined) await sweep(engine, collection, index, now - seconds * 1000);
    }
  }
}

async function sweep(
  engine: Engine,
  collection: Collection,
  index: LiveIndex,
  expiredAt: number,
): Promise<void> {
  const newest = encodeKey(new Date(expiredAt));
  const anyDate = String.fromCharCode(ORDER.date);
  const [start, end] = index.definition.fields[0]!.descending
    ? [invertKey(newest), invertKey(anyDate)]
    : [anyDate, newest];
  let deleted = 0;
  for (const { key, record } of index.entries.range(start, end + AFTER)) {
    // An entry may belong to a former version of the document, which only open snapshots see.
    if (!record.bytes || !isListed(collection, index, key, record, record.bytes)) continue;
    if (!deleteUnheld(engine, collection, record.id)) continue;
    if (++deleted % AT_ONCE === 0) await nextTurn();
    if (collection.dropped) break;
  }
}

/** Deletes a document. Returns false when a transaction holds it; the next sweep deletes it. */
function deleteUnheld(engine: Engine, collection: Collection, id: string): boolean {
  try {
    engine.write(collection, { id, document: null, bytes: null });
    return true;
  } catch (error) {
    if (error instanceof HeldByTransaction) return false;
    throw error;
  }
}
