import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase, type MongoSuiteOptions } from './context.ts';
import { present } from '../present.ts';

/** Cases of collections and databases. */
export function catalogSuite(options: MongoSuiteOptions): void {
  describe('collections', () => {
    const database = useDatabase(options);
    const db = () => present(database().db);

    beforeAll(async () => {
      await db().collection('first').insertOne({ n: 1 });
    });

    it('a collection exists and is listed after its first document', async () => {
      await db().collection('second').insertOne({ n: 1 });
      const names = (await db().listCollections().toArray()).map(({ name }) => name);
      expect(names.sort()).toEqual(['first', 'second']);
      const { databases } = await db().admin().listDatabases();
      expect(databases.map(({ name }) => name)).toContain(db().databaseName);
    });

    it('neither a read nor an aborted transaction creates a collection', async () => {
      expect(await db().collection('unborn').countDocuments()).toBe(0);
      const failing = database().transaction(async (session) => {
        await db().collection('unborn').insertOne({ n: 1 }, { session });
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await db().listCollections({ name: 'unborn' }).toArray()).toEqual([]);
    });

    it('a collection can be created only once', async () => {
      await db().command({ create: 'explicit' });
      await expect(db().command({ create: 'explicit' })).rejects.toMatchObject({ code: 48 });
    });

    it('a dropped collection loses its documents and indexes', async () => {
      await db().collection('gone').createIndex({ a: 1 });
      await db().collection('gone').insertOne({ a: 1 });
      await db().collection('gone').drop();
      expect(await db().collection('gone').countDocuments()).toBe(0);
      await db().collection('gone').insertOne({ a: 1 });
      expect(await db().collection('gone').indexes()).toHaveLength(1);
    });

    it('MongoDB rejects a collection name with a dollar sign', async () => {
      await expect(db().command({ create: 'a$b' })).rejects.toMatchObject({ code: 73 });
    });
  });
}
