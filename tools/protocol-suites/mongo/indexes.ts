import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { summarise, useDatabase, type MongoSuiteOptions } from './context.ts';
import { given } from '../given.ts';

/** Indexes: what they refuse, and that finds, sorts and counts really use them. */
export function indexesSuite(options: MongoSuiteOptions): void {
  describe('index definitions', () => {
    const database = useDatabase(options);
    const collection = (name: string) => database().collection(name);

    it('lists what has been made, and makes the same one only once', async () => {
      await collection('made').createIndex({ a: 1 }, { unique: true });
      await collection('made').createIndex({ a: 1 }, { unique: true });
      const indexes = await collection('made').indexes();
      expect(indexes.map(({ name, unique }) => [name, unique ?? false])).toEqual([
        ['_id_', false],
        ['a_1', true],
      ]);
    });

    it('refuses another index under the same name', async () => {
      await collection('named').createIndex({ a: 1 }, { name: 'same' });
      await expect(collection('named').createIndex({ b: 1 }, { name: 'same' })).rejects.toMatchObject({
        code: 86,
      });
    });

    it('refuses a unique index over values that are there twice', async () => {
      await collection('twice').insertMany([{ a: 1 }, { a: 1 }]);
      await expect(collection('twice').createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({
        code: 11000,
      });
      expect(await collection('twice').indexes()).toHaveLength(1);
    });

    it('drops an index by name, but not that of _id', async () => {
      await collection('dropped').createIndex({ a: 1 });
      await collection('dropped').dropIndex('a_1');
      expect(await collection('dropped').indexes()).toHaveLength(1);
      await expect(collection('dropped').dropIndex('a_1')).rejects.toMatchObject({ code: 27 });
      await expect(collection('dropped').dropIndex('_id_')).rejects.toMatchObject({ code: 72 });
    });

    it('is unique across several fields together', async () => {
      await collection('pairs').createIndex({ a: 1, b: 1 }, { unique: true });
      await collection('pairs').insertMany([
        { a: 1, b: 1 },
        { a: 1, b: 2 },
      ]);
      await expect(collection('pairs').insertOne({ a: 1, b: 2 })).rejects.toMatchObject({ code: 11000 });
    });

    it('is unique only for what a partial index covers', async () => {
      const open = { partialFilterExpression: { open: true } };
      await collection('partial').createIndex({ owner: 1 }, { unique: true, ...open });
      await collection('partial').insertMany([
        { owner: 1, open: false },
        { owner: 1, open: false },
        { owner: 1, open: true },
      ]);
      await expect(collection('partial').insertOne({ owner: 1, open: true })).rejects.toMatchObject({
        code: 11000,
      });
      await expect(
        collection('partial').updateOne({ open: false }, { $set: { open: true } }),
      ).rejects.toMatchObject({ code: 11000 });
    });

    it('counts a missing value once when unique, and not at all when sparse', async () => {
      await collection('nulls').createIndex({ a: 1 }, { unique: true });
      await collection('nulls').insertOne({ x: 1 });
      await expect(collection('nulls').insertOne({ a: null })).rejects.toMatchObject({ code: 11000 });
      await collection('sparse').createIndex({ a: 1 }, { unique: true, sparse: true });
      await collection('sparse').insertMany([{ x: 1 }, { x: 2 }]);
      expect(await collection('sparse').countDocuments({ a: null })).toBe(2);
    });

    it('is unique for every element of an array', async () => {
      await collection('elements').createIndex({ tags: 1 }, { unique: true });
      await collection('elements').insertOne({ tags: ['a', 'b', 'b'] });
      await expect(collection('elements').insertOne({ tags: ['c', 'b'] })).rejects.toMatchObject({
        code: 11000,
      });
    });

    it('refuses two arrays in one compound index', async () => {
      await collection('parallel').createIndex({ a: 1, b: 1 });
      await expect(collection('parallel').insertOne({ a: [1], b: [2] })).rejects.toMatchObject({ code: 171 });
    });

    it('frees a unique value when its document goes', async () => {
      await collection('freed').createIndex({ a: 1 }, { unique: true });
      await collection('freed').insertOne({ a: 1 });
      await collection('freed').deleteOne({ a: 1 });
      await collection('freed').insertOne({ a: 1 });
      expect(await collection('freed').countDocuments({ a: 1 })).toBe(1);
    });

    it.runIf(options.expiryMs !== undefined)('deletes what has expired, and only that', async () => {
      await collection('ttl').createIndex({ at: 1 }, { expireAfterSeconds: 1 });
      const later = new Date(Date.now() + 3_600_000);
      await collection('ttl').insertMany([{ at: new Date() }, { at: later }, { at: 'never' }, {}]);
      await pause(1000);
      const wait = { timeout: given(options.expiryMs) + 1000 };
      await expect.poll(() => collection('ttl').countDocuments(), wait).toBe(3);
    });
  });

  describe('index use', () => {
    const database = useDatabase(options);
    const cards = () => database().collection('cards');

    beforeAll(async () => {
      const rows = Array.from({ length: 1000 }, (_, n) => ({
        deck: n % 10,
        due: (n * 7919) % 1000,
        email: `user${n}@example.org`,
        tags: [`t${n % 50}`, `u${n % 7}`],
        state: n % 100 === 0 ? 'new' : 'seen',
      }));
      await cards().insertMany(rows);
      await cards().createIndex({ deck: 1, due: 1 });
      await cards().createIndex({ email: 1 }, { unique: true });
      await cards().createIndex({ tags: 1 });
      await cards().createIndex({ due: -1 }, { partialFilterExpression: { state: 'new' }, name: 'new_due' });
    });

    const planOf = async (filter: object, sort: Record<string, 1 | -1> = {}, limit = 0) =>
      summarise(await cards().find(filter).sort(sort).limit(limit).explain('executionStats'));

    const inMemory = async (filter: object, sort: Record<string, 1 | -1>, limit = 0) =>
      cards().find(filter).hint({ $natural: 1 }).sort(sort).limit(limit).toArray();

    it('looks at one document for a unique value', async () => {
      const plan = await planOf({ email: 'user500@example.org' });
      expect(plan.stages).toContain('IXSCAN');
      expect(plan).toMatchObject({ keys: 1, documents: 1, returned: 1 });
    });

    it('looks only at what a range holds', async () => {
      const plan = await planOf({ deck: 3, due: { $gte: 100, $lt: 200 } });
      expect(plan.stages).not.toContain('COLLSCAN');
      expect(plan).toMatchObject({ documents: plan.returned, returned: 10 });
    });

    it('finds thousands of documents by their _ids without a scan', async () => {
      const ids = (await cards().find({}).project({ _id: 1 }).toArray()).map(({ _id }) => _id);
      const wanted = [
        ...ids.slice(0, 900),
        ...Array.from({ length: 2000 }, (_, n) => `nobody ${n}` as never),
      ];
      const plan = await planOf({ _id: { $in: wanted } });
      expect(plan.stages).not.toContain('COLLSCAN');
      expect(plan).toMatchObject({ documents: 900, returned: 900 });
    });

    it('looks only at what a list of values holds', async () => {
      const plan = await planOf({ deck: { $in: [1, 2] }, due: { $lt: 50 } });
      expect(plan.stages).not.toContain('COLLSCAN');
      expect(plan.documents).toBe(plan.returned);
    });

    it.each([1, -1] as const)('reads a sorted page off the index, direction %d', async (direction) => {
      const plan = await planOf({ deck: 4 }, { due: direction }, 10);
      expect(plan.stages).toContain('IXSCAN');
      expect(plan.stages).not.toContain('SORT');
      expect(plan.documents).toBe(10);
      const page = await cards().find({ deck: 4 }).sort({ due: direction }).limit(10).toArray();
      expect(page).toEqual(await inMemory({ deck: 4 }, { due: direction }, 10));
    });

    it('merges a sorted page of several decks', async () => {
      const filter = { deck: { $in: [1, 5, 9] } };
      const plan = await planOf(filter, { due: 1 }, 12);
      expect(plan.stages).not.toContain('SORT');
      expect(plan.documents).toBeLessThan(30);
      const page = await cards().find(filter).sort({ due: 1 }).limit(12).toArray();
      expect(page).toEqual(await inMemory(filter, { due: 1 }, 12));
    });

    it('sorts in memory what no index orders', async () => {
      const plan = await planOf({ deck: 4 }, { email: 1 });
      expect(plan.stages).toContain('SORT');
      expect(plan.stages).not.toContain('COLLSCAN');
    });

    it('scans the collection when no index helps', async () => {
      const plan = await planOf({ state: 'new' });
      expect(plan.stages).toContain('COLLSCAN');
      expect(plan.documents).toBe(1000);
    });

    it('uses a partial index only for what it covers', async () => {
      const covered = await planOf({ state: 'new', due: { $gte: 0 } });
      expect(covered.stages).toContain('IXSCAN');
      expect(covered.documents).toBe(10);
      const uncovered = await planOf({ due: { $gte: 990 } });
      expect(uncovered.stages).toContain('COLLSCAN');
      expect(uncovered.returned).toBe(10);
    });

    it('finds array elements through their index, each document once', async () => {
      const filter = { tags: { $in: ['t3', 'u3'] } };
      const plan = await planOf(filter);
      expect(plan.stages).not.toContain('COLLSCAN');
      const found = await cards().find(filter).sort({ _id: 1 }).toArray();
      expect(found).toEqual(await inMemory(filter, { _id: 1 }));
    });

    it('finds by the beginning of a text through the index', async () => {
      const plan = await planOf({ email: /^user99/ });
      expect(plan.stages).not.toContain('COLLSCAN');
      expect(plan).toMatchObject({ documents: 11, returned: 11 });
    });

    it('reaches the alternatives of $or by an index each', async () => {
      const filter = { $or: [{ deck: 1, due: { $lt: 100 } }, { email: 'user2@example.org' }] };
      const plan = await planOf(filter);
      expect(plan.stages).not.toContain('COLLSCAN');
      expect(plan.returned).toBe((await inMemory(filter, {})).length);
    });

    it('uses an index for the first stages of a pipeline', async () => {
      const pipeline = [{ $match: { deck: 4 } }, { $sort: { due: 1 } }, { $limit: 5 }];
      const plan = summarise(await cards().aggregate(pipeline).explain('executionStats'));
      expect(plan.stages).not.toContain('COLLSCAN');
      expect(plan.documents).toBe(5);
    });

    it('takes a hint, and refuses one that names no index', async () => {
      const hinted = await cards().find({ deck: 1 }).hint('deck_1_due_1').toArray();
      expect(hinted).toHaveLength(100);
      await expect(cards().find({}).hint('nowhere').toArray()).rejects.toMatchObject({ code: 2 });
      await expect(cards().find({}).hint('new_due').toArray()).rejects.toMatchObject({ code: 291 });
    });

    it.each<[string, object, Record<string, 1 | -1>]>([
      ['a range and another order', { due: { $gt: 300 } }, { deck: -1, due: 1 }],
      ['an equality and a range', { deck: 2, due: { $lte: 700, $gt: 100 } }, { due: -1 }],
      ['everything in compound order', {}, { deck: 1, due: 1 }],
      ['everything in compound order backwards', {}, { deck: -1, due: -1 }],
      ['values that are not there', { deck: 77 }, { due: 1 }],
      ['contradicting conditions', { $and: [{ deck: 1 }, { deck: 2 }] }, { due: 1 }],
      ['a value and null', { deck: { $in: [null, 3] } }, { due: 1 }],
    ])('finds the same with and without an index: %s', async (_, filter, sort) => {
      const order = { ...sort, email: 1 as const };
      expect(await cards().find(filter).sort(order).toArray()).toEqual(await inMemory(filter, order));
    });
  });
}
