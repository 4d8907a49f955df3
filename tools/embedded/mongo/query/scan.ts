import { asBuffer } from '../bson/decode.ts';
import type { LiveIndex } from '../index/live-index.ts';
import { indexKeys } from '../index/live-index.ts';
import { decode } from '../bson/decode.ts';
import type { Collection } from '../storage/collection.ts';
import { stateAt } from '../storage/record.ts';
import { ownWrites, type View } from '../storage/view.ts';
import type { Write } from '../transactions.ts';
import type { Interval } from './bounds.ts';
import type { Access, IndexScan } from './plan.ts';

export type Found = { id: string; bytes: Uint8Array };
export type ScanStatistics = { keys: number; documents: number };

type Listed = Found & { key: string; rid: number };

/** Yields the documents of an access in its order, as the view sees them. */
export function* scan(
  collection: Collection,
  view: View,
  access: Access,
  statistics: ScanStatistics,
): Generator<Found> {
  if (access.kind === 'collection') yield* scanCollection(collection, view, access.reverse, statistics);
  else if (access.kind === 'index') yield* scanIndex(collection, view, access, statistics);
  else yield* scanUnion(collection, view, access.scans, statistics);
}

function* scanUnion(
  collection: Collection,
  view: View,
  scans: IndexScan[],
  statistics: ScanStatistics,
): Generator<Found> {
  const seen = new Set<string>();
  for (const one of scans) {
    for (const found of scanIndex(collection, view, one, statistics)) {
      if (seen.has(found.id)) continue;
      seen.add(found.id);
      yield found;
    }
  }
}

function* scanCollection(
  collection: Collection,
  view: View,
  reverse: boolean,
  statistics: ScanStatistics,
): Generator<Found> {
  const own = ownWrites(view, collection);
  const added = own ? [...own.values()].filter(({ id }) => !collection.records.has(id)) : [];
  if (reverse) {
    for (const write of added.reverse()) yield* stored(write.id, write.bytes, statistics);
  }
  const records = reverse ? [...collection.records.values()].reverse() : collection.records.values();
  for (const record of records) {
    const write = own?.get(record.id);
    yield* stored(record.id, write ? write.bytes : stateAt(record, view.seq), statistics);
  }
  if (reverse) return;
  for (const write of added) yield* stored(write.id, write.bytes, statistics);
}

function* stored(id: string, bytes: Uint8Array | null, statistics: ScanStatistics): Generator<Found> {
  if (!bytes) return;
  statistics.documents++;
  yield { id, bytes };
}

function* scanIndex(
  collection: Collection,
  view: View,
  plan: IndexScan,
  statistics: ScanStatistics,
): Generator<Found> {
  const seen = plan.index.arrays.size > 0 ? new Set<string>() : undefined;
  for (const found of plan.merge ? merged(collection, view, plan) : inSequence(collection, view, plan)) {
    statistics.keys++;
    if (seen?.has(found.id)) continue;
    seen?.add(found.id);
    statistics.documents++;
    yield found;
  }
}

function* inSequence(collection: Collection, view: View, plan: IndexScan): Generator<Found> {
  const intervals = plan.reverse ? plan.intervals.toReversed() : plan.intervals;
  for (const interval of intervals) yield* listed(collection, view, plan.index, interval, plan.reverse);
}

/** Merges the intervals: always yields the lowest (or highest) next key. */
function* merged(collection: Collection, view: View, plan: IndexScan): Generator<Found> {
  const heads = plan.intervals
    .map((interval) => {
      const entries = listed(collection, view, plan.index, interval, plan.reverse);
      return { entries, prefixLength: interval.prefixLength, next: entries.next() };
    })
    .filter(({ next }) => !next.done);
  while (heads.length > 0) {
    let best = 0;
    for (let i = 1; i < heads.length; i++) if (comesFirst(heads[i]!, heads[best]!, plan.reverse)) best = i;
    const head = heads[best]!;
    yield head.next.value as Listed;
    head.next = head.entries.next();
    if (head.next.done) heads.splice(best, 1);
  }
}

type Head = { prefixLength: number; next: IteratorResult<Listed, void> };

function comesFirst(a: Head, b: Head, reverse: boolean): boolean {
  const left = (a.next.value as Listed).key.slice(a.prefixLength);
  const right = (b.next.value as Listed).key.slice(b.prefixLength);
  return reverse ? left > right : left < right;
}

/** Yields the visible entries of an interval, including the transaction's own writes. */
function* listed(
  collection: Collection,
  view: View,
  index: LiveIndex,
  interval: Interval,
  reverse: boolean,
): Generator<Listed, void> {
  const own = ownWrites(view, collection);
  const additions = own ? ownEntries(own, index, interval, reverse) : [];
  let at = 0;
  for (const { key, record } of index.entries.range(interval.start, interval.end, reverse)) {
    if (own?.has(record.id)) continue;
    const bytes = stateAt(record, view.seq);
    if (!bytes) continue;
    if (collection.ghosts.has(record) && !indexKeys(index, decode(asBuffer(bytes))).includes(key)) continue;
    const { id, rid } = record;
    for (; at < additions.length && precedes(additions[at]!, { key, rid }, reverse); at++)
      yield additions[at]!;
    yield { id, bytes, key, rid };
  }
  for (; at < additions.length; at++) yield additions[at]!;
}

function ownEntries(
  own: Map<string, Write>,
  index: LiveIndex,
  { start, end }: Interval,
  reverse: boolean,
): Listed[] {
  const entries: Listed[] = [];
  for (const { id, rid, bytes, keys } of own.values()) {
    if (!bytes) continue;
    for (const key of keys.get(index) ?? [])
      if (key >= start && key < end) entries.push({ id, bytes, key, rid });
  }
  return entries.sort((a, b) => (precedes(a, b, reverse) ? -1 : 1));
}

type Position = { key: string; rid: number };

function precedes(a: Position, b: Position, reverse: boolean): boolean {
  if (a.key !== b.key) return a.key < b.key !== reverse;
  return a.rid < b.rid !== reverse;
}

/** Counts the documents of an exact access on the index alone; `undefined` when they must be read. */
export function countOnIndex(collection: Collection, view: View, access: Access): number | undefined {
  if (!access.exact || view.seq !== Infinity || collection.ghosts.size > 0) return undefined;
  if (access.kind === 'collection') return collection.size;
  if (access.kind !== 'index') return undefined;
  return access.intervals.reduce((sum, { start, end }) => sum + access.index.entries.count(start, end), 0);
}
