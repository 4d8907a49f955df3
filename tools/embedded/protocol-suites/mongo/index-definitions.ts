import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { useDatabase, type MongoSuiteOptions } from './context.ts';
import { present } from '../present.ts';

/** Cases of creating indexes, and of the documents that they reject. */
export function indexDefinitionsSuite(options: MongoSuiteOptions): void {
  describe('index definitions', () => {
    const database = useDatabase(options);
    const collection = (name: string) => database().collection(name);

    it('MongoDB lists indexes and creates an equal index only once', async () => {
      await collection('made').createIndex({ a: 1 }, { unique: true });
      await collection('made').createIndex({ a: 1 }, { unique: true });
      const indexes = await collection('made').indexes();
      expect(indexes.map(({ name, unique }) => [name, unique ?? false])).toEqual([
        ['_id_', false],
        ['a_1', true],
      ]);
    });

    it('MongoDB rejects a different index with the same name', async () => {
      await collection('named').createIndex({ a: 1 }, { name: 'same' });
      await expect(collection('named').createIndex({ b: 1 }, { name: 'same' })).rejects.toMatchObject({
        code: 86,
      });
    });

    it('MongoDB rejects a unique index on a collection with duplicates', async () => {
      await collection('twice').insertMany([{ a: 1 }, { a: 1 }]);
      await expect(collection('twice').createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({
        code: 11000,
      });
      expect(await collection('twice').indexes()).toHaveLength(1);
    });

    it('MongoDB drops an index by name, but not that of _id', async () => {
      await collection('dropped').createIndex({ a: 1 });
      await collection('dropped').dropIndex('a_1');
      expect(await collection('dropped').indexes()).toHaveLength(1);
      await expect(collection('dropped').dropIndex('a_1')).rejects.toMatchObject({ code: 27 });
      await expect(collection('dropped').dropIndex('_id_')).rejects.toMatchObject({ code: 72 });
    });

    it('a unique index can cover several fields together', async () => {
      await collection('pairs').createIndex({ a: 1, b: 1 }, { unique: true });
      await collection('pairs').insertMany([
        { a: 1, b: 1 },
        { a: 1, b: 2 },
      ]);
      await expect(collection('pairs').insertOne({ a: 1, b: 2 })).rejects.toMatchObject({ code: 11000 });
    });

    it('a partial unique index is unique only for the documents that it covers', async () => {
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

    it('a unique index allows one missing value, and a sparse one any number', async () => {
      await collection('nulls').createIndex({ a: 1 }, { unique: true });
      await collection('nulls').insertOne({ x: 1 });
      await expect(collection('nulls').insertOne({ a: null })).rejects.toMatchObject({ code: 11000 });
      await collection('sparse').createIndex({ a: 1 }, { unique: true, sparse: true });
      await collection('sparse').insertMany([{ x: 1 }, { x: 2 }]);
      expect(await collection('sparse').countDocuments({ a: null })).toBe(2);
    });

    it('a unique index is unique for every element of an array', async () => {
      await collection('elements').createIndex({ tags: 1 }, { unique: true });
      await collection('elements').insertOne({ tags: ['a', 'b', 'b'] });
      await expect(collection('elements').insertOne({ tags: ['c', 'b'] })).rejects.toMatchObject({
        code: 11000,
      });
    });

    it('MongoDB rejects a document with two arrays in one compound index', async () => {
      await collection('parallel').createIndex({ a: 1, b: 1 });
      await expect(collection('parallel').insertOne({ a: [1], b: [2] })).rejects.toMatchObject({ code: 171 });
    });

    it('MongoDB frees a unique value when its document is deleted', async () => {
      await collection('freed').createIndex({ a: 1 }, { unique: true });
      await collection('freed').insertOne({ a: 1 });
      await collection('freed').deleteOne({ a: 1 });
      await collection('freed').insertOne({ a: 1 });
      expect(await collection('freed').countDocuments({ a: 1 })).toBe(1);
    });

    it.runIf(options.expiryMs !== undefined)('MongoDB deletes expired documents and no others', async () => {
      await collection('ttl').createIndex({ at: 1 }, { expireAfterSeconds: 1 });
      const later = new Date(Date.now() + 3_600_000);
      await collection('ttl').insertMany([{ at: new Date() }, { at: later }, { at: 'never' }, {}]);
      await pause(1000);
      const wait = { timeout: present(options.expiryMs) + 1000 };
      await expect.poll(() => collection('ttl').countDocuments(), wait).toBe(3);
    });
  });
}
