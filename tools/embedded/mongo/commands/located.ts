import type { Document } from '../bson/decode.ts';
import { collected, find, type Search } from '../query/find.ts';
import { storedMatcher } from '../query/matcher.ts';
import type { Found } from '../query/scan.ts';
import { assertNotDropped } from '../storage/catalog.ts';
import type { Collection } from '../storage/collection.ts';
import { HeldByTransaction } from '../storage/uniqueness.ts';
import { targetOf, type CommandContext } from './context.ts';
import { createReading, type Reading } from './reading.ts';
import { ChangedMeanwhile, whenFree } from './statements.ts';
import { SLICE_MS } from './turns.ts';

export type Located = Search & { filter: Document };

/** Target of a write. */
export interface Location {
  target: Collection;
  found: Found | undefined;
  /** Whether other commands ran during the search. */
  isStale: boolean;
}

/** Returns the current collection, because the former one may have been dropped while the write waited. */
function beginWriting(context: CommandContext): { target: Collection; reading: Reading } {
  const { engine, transaction } = context;
  const view = engine.viewOf(transaction);
  const target = transaction ? engine.collectionSeenBy(targetOf(context).namespace, view) : targetOf(context);
  return { target, reading: createReading(engine, view, target) };
}

/** Finds the document to write. An open transaction delays only writes to its documents. */
export function locate(context: CommandContext, request: Located): Location | Promise<Location> {
  const { target, reading } = beginWriting(context);
  const { stream } = find(target, reading.view, { ...request, limit: 1 });
  const first = reading.run(firstOf(stream), context.check);
  if (!(first instanceof Promise)) return located(context, target, first, false);
  return first.then((found) => located(context, target, found, true)).finally(() => reading.end());
}

function located(
  { transaction }: CommandContext,
  target: Collection,
  found: Found | undefined,
  isStale: boolean,
): Location {
  return { target, found, isStale: isStale && !transaction };
}

function* firstOf(stream: Iterable<Found | undefined>): Generator<undefined, Found | undefined> {
  for (const found of stream) {
    if (found) return found;
    yield undefined;
  }
  return undefined;
}

/** Returns the newest state of a found document. Throws `ChangedMeanwhile` when it no longer matches. */
export function rereadFound({ target, found, isStale }: Location, filter: Document): Found | undefined {
  if (!isStale || !found) return found;
  const now = current(target, found, filter);
  if (!now) throw new ChangedMeanwhile();
  return now;
}

function current(target: Collection, found: Found, filter: Document): Found | undefined {
  const bytes = target.records.get(found.id)?.bytes;
  if (!bytes) return undefined;
  if (bytes === found.bytes) return found;
  return storedMatcher(filter)(bytes) ? { id: found.id, bytes } : undefined;
}

/**
 * Changes all matching documents, each once. Waits for a document that a transaction holds and then matches it again,
 * without undoing earlier changes. Returns the number of changed documents.
 */
export async function changeAll(
  context: CommandContext,
  request: Located,
  change: (target: Collection, found: Found) => void,
): Promise<number> {
  const { target, reading } = beginWriting(context);
  const { stream } = find(target, reading.view, request);
  const read = reading.run(collected(stream), context.check);
  const all = read instanceof Promise ? await read : read;
  reading.end();
  let changed = 0;
  const changeOne = (found: Found): void => {
    const now = context.transaction ? found : current(target, found, request.filter);
    if (!now) return;
    change(target, now);
    changed++;
  };
  let until = performance.now() + SLICE_MS;
  for (const found of all) {
    await changeWhenFree(context, target, () => changeOne(found));
    if (performance.now() < until) continue;
    await reading.pause(context.check);
    until = performance.now() + SLICE_MS;
  }
  return changed;
}

async function changeWhenFree(context: CommandContext, target: Collection, work: () => void): Promise<void> {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof HeldByTransaction)) throw error;
  }
  await whenFree(context, () => {
    assertNotDropped(target);
    work();
  });
}
