import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { useDatabase, type MongoSuiteOptions } from './context.ts';
import { present } from '../present.ts';

/** Cases of creating and dropping indexes, and of expiry. */
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
