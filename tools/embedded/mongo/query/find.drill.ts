import { describe, expect, it } from 'vitest';
import { seededRandom, type SeededRandom } from '../../testing/seeded-random.ts';
import { decode, type Document } from '../bson/decode.ts';
import { encode } from '../bson/encode.ts';
import { encodeKey } from '../bson/keys.ts';
import type { Collection } from '../storage/collection.ts';
import { createEngine, type Engine } from '../storage/engine.ts';
import { createMemoryStorage } from '../storage/memory.ts';
import { latest, type View } from '../storage/view.ts';
import type { Transaction } from '../transactions.ts';
import { count, search, type Search } from './find.ts';

const INDEXES: Document[] = [
  { key: { a: 1, b: 1 }, name: 'ab' },
  { key: { a: -1, c: 1 }, name: 'ac' },
  { key: { b: 1 }, name: 'b', sparse: true },
  { key: { c: -1 }, name: 'c', partialFilterExpression: { a: { $gt: 2 } } },
  { key: { 'd.e': 1, a: 1 }, name: 'de' },
  { key: { list: 1, b: 1 }, name: 'list' },
];

function randomDocument(random: SeededRandom, id: number): Document {
  const value = () => random.pick<unknown>([0, 1, 2, 3, 4, 5, 'x', 'y', null, new Date(5), true]);
  const document: Document = { _id: id, n: id };
  if (random.below(6) > 0) document.a = random.below(6);
  if (random.below(4) > 0) document.b = value();
  if (random.below(4) > 0) document.c = random.below(20);
  if (random.below(3) > 0)
    document.d = random.pick<unknown>([{ e: value() }, [{ e: 1 }, { e: value() }], [], 7]);
  if (random.below(2) > 0) document.list = Array.from({ length: random.below(4) }, () => random.below(5));
  return document;
}

function randomFilter(random: SeededRandom): Document {
  const value = () => random.pick<unknown>([0, 1, 2, 3, 4, 'x', null, new Date(5)]);
  const condition = () =>
    random.pick<() => unknown>([
      value,
      () => ({ $gt: random.below(5) }),
      () => ({ $gte: random.below(4), $lt: 2 + random.below(4) }),
      () => ({ $lte: random.below(5) }),
      () => ({ $in: [value(), value(), value()] }),
      () => ({ $ne: value() }),
      () => ({ $exists: random.below(2) === 0 }),
      () => ({ $gt: 'a' }),
    ])();
  const filter: Document = {};
  for (const path of ['a', 'b', 'c', 'd.e', 'list', '_id'])
    if (random.below(4) === 0) filter[path] = condition();
  if (random.below(6) === 0) filter.$or = [{ a: condition() }, { b: condition(), a: random.below(5) }];
  if (random.below(8) === 0) filter.list = { $gt: 1, $lt: 4 };
  return filter;
}

const SORTS: Document[] = [
  { a: 1 },
  { a: -1, b: -1 },
  { a: 1, c: -1 },
  { b: 1 },
  { c: -1 },
  { list: 1 },
  { _id: -1 },
  { 'd.e': 1 },
  {},
];

function write(
  engine: Engine,
  collection: Collection,
  id: number,
  document: Document | null,
  transaction?: Transaction,
) {
  const bytes = document && encode(document);
  engine.write(collection, { id: encodeKey(id), document: bytes && decode(bytes), bytes }, transaction);
}

function setUp(random: SeededRandom) {
  const engine = createEngine(createMemoryStorage());
  const collection = engine.collection('test.random');
  engine.addIndexes(collection, INDEXES);
  for (let id = 0; id < 200; id++) tryWrite(() => write(engine, collection, id, randomDocument(random, id)));
  return { engine, collection };
}

/** Runs a write and expects any failure to be that of two arrays in one index, which cannot be stored. */
function tryWrite(work: () => void): void {
  try {
    work();
  } catch (error) {
    expect(error).toMatchObject({ code: 171 });
  }
}

function change(
  random: SeededRandom,
  engine: Engine,
  collection: Collection,
  transaction?: Transaction,
  from = 0,
): void {
  for (let step = 0; step < 60; step++) {
    const id = from + random.below(120);
    const document = random.below(4) === 0 ? null : randomDocument(random, id);
    tryWrite(() => write(engine, collection, id, document, transaction));
  }
}

/** Returns `n` and the sort fields of the documents in their order. */
function results(collection: Collection, view: View, request: Search) {
  const documents = search(collection, view, request).map(({ bytes }) => decode(bytes));
  return documents.map(({ n }) => n as number);
}

/** Returns the requests whose result by an index differs from a full scan. */
function disagreements(random: SeededRandom, collection: Collection, view: View): Search[] {
  return Array.from({ length: 60 }, () => ({
    filter: randomFilter(random),
    sort: random.pick(SORTS),
  })).filter((request) => !agrees(collection, view, request, 1 + random.below(10)));
}

function counted(collection: Collection, view: View, filter: Document | undefined): number {
  const steps = count(collection, view, { filter });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function agrees(collection: Collection, view: View, { filter, sort }: Search, limit: number): boolean {
  const hint = { $natural: 1 };
  const total = { ...(sort as Document), n: 1 };
  const expected = results(collection, view, { filter, sort: total, hint });
  const ascending = (numbers: number[]) => [...numbers].sort((a, b) => a - b).join();
  const byId = { filter, sort: { _id: 1 }, limit };
  return (
    results(collection, view, { filter, sort: total }).join() === expected.join() &&
    ascending(results(collection, view, { filter, sort })) === ascending(expected) &&
    results(collection, view, byId).join() === results(collection, view, { ...byId, hint }).join() &&
    counted(collection, view, filter) === expected.length
  );
}

describe('finding through indexes', () => {
  it.each([1, 2])(
    'a search by an index finds the same documents as a full scan of the newest state, seed %d',
    (seed) => {
      const random = seededRandom(seed);
      const { engine, collection } = setUp(random);
      change(random, engine, collection);
      expect(disagreements(random, collection, latest())).toEqual([]);
    },
  );

  it.each([4, 5])(
    'a search by an index finds the same documents as a full scan of an old snapshot, seed %d',
    (seed) => {
      const random = seededRandom(seed);
      const { engine, collection } = setUp(random);
      const before = results(collection, latest(), { sort: { n: 1 } });
      const transaction = engine.begin();
      change(random, engine, collection);
      expect(results(collection, engine.viewOf(transaction), { sort: { n: 1 } })).toEqual(before);
      expect(disagreements(random, collection, engine.viewOf(transaction))).toEqual([]);
      expect(disagreements(random, collection, latest())).toEqual([]);
    },
  );

  it.each([7, 8])(
    'a search by an index finds the same documents as a full scan with the own writes of a transaction, seed %d',
    (seed) => {
      const random = seededRandom(seed);
      const { engine, collection } = setUp(random);
      const transaction = engine.begin();
      change(random, engine, collection, undefined, 0);
      change(random, engine, collection, transaction, 120);
      expect(disagreements(random, collection, engine.viewOf(transaction))).toEqual([]);
      engine.commit(transaction);
      expect(disagreements(random, collection, latest())).toEqual([]);
    },
  );

  it('indexes drop former states and entries when no snapshot needs them', () => {
    const random = seededRandom(10);
    const { engine, collection } = setUp(random);
    const [old, young] = [engine.begin(), engine.begin()];
    change(random, engine, collection);
    change(random, engine, collection, young, 125);
    engine.abort(old);
    engine.commit(young);
    expect(collection.ghosts.size).toBe(0);
    expect(collection.locks.size).toBe(0);
    expect(
      [...collection.records.values()].filter(({ prev, bytes }) => prev !== null || bytes === null),
    ).toEqual([]);
    expect(collection.records.size).toBe(collection.size);
    const primary = collection.indexes[0]!;
    expect(primary.entries.size()).toBe(collection.size);
  });
});
