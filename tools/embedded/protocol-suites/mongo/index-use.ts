import { mongo } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { summarise, useDatabase, type MongoSuiteOptions } from './context.ts';

/** Cases in which finds, sorts and counts must use indexes. */
export function indexUseSuite(options: MongoSuiteOptions): void {
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

    it('MongoDB examines one document for a unique value', async () => {
      const plan = await planOf({ email: 'user500@example.org' });
      expect(plan.stages).toContain('IXSCAN');
      expect(plan).toMatchObject({ keys: 1, documents: 1, returned: 1 });
    });

    it('MongoDB examines only the documents in a range', async () => {
      const plan = await planOf({ deck: 3, due: { $gte: 100, $lt: 200 } });
      expect(plan.stages).not.toContain('COLLSCAN');
      expect(plan).toMatchObject({ documents: plan.returned, returned: 10 });
    });

    it('MongoDB finds thousands of documents by their _ids without a scan', async () => {
      const ids = (await cards().find({}).project({ _id: 1 }).toArray()).map(({ _id }) => _id);
      const wanted = [...ids.slice(0, 900), ...Array.from({ length: 2000 }, () => new mongo.ObjectId())];
      const plan = await planOf({ _id: { $in: wanted } });
      expect(plan.stages).not.toContain('COLLSCAN');
      expect(plan).toMatchObject({ documents: 900, returned: 900 });
    });

    it('MongoDB examines only the documents with a value in a list', async () => {
      const plan = await planOf({ deck: { $in: [1, 2] }, due: { $lt: 50 } });
      expect(plan.stages).not.toContain('COLLSCAN');
      expect(plan.documents).toBe(plan.returned);
    });

    it.each([1, -1] as const)(
      'MongoDB reads a sorted page from the index, direction %d',
      async (direction) => {
        const plan = await planOf({ deck: 4 }, { due: direction }, 10);
        expect(plan.stages).toContain('IXSCAN');
        expect(plan.stages).not.toContain('SORT');
        expect(plan.documents).toBe(10);
        const page = await cards().find({ deck: 4 }).sort({ due: direction }).limit(10).toArray();
        expect(page).toEqual(await inMemory({ deck: 4 }, { due: direction }, 10));
      },
    );

    it('MongoDB merges a sorted page of several decks', async () => {
      const filter = { deck: { $in: [1, 5, 9] } };
      const plan = await planOf(filter, { due: 1 }, 12);
      expect(plan.stages).not.toContain('SORT');
      expect(plan.documents).toBeLessThan(30);
      const page = await cards().find(filter).sort({ due: 1 }).limit(12).toArray();
      expect(page).toEqual(await inMemory(filter, { due: 1 }, 12));
    });

    it('MongoDB sorts in memory when no index has the order', async () => {
      const plan = await planOf({ deck: 4 }, { email: 1 });
      expect(plan.stages).toContain('SORT');
      expect(plan.stages).not.toContain('COLLSCAN');
    });

    it('MongoDB scans the collection when no index helps', async () => {
      const plan = await planOf({ state: 'new' });
      expect(plan.stages).toContain('COLLSCAN');
      expect(plan.documents).toBe(1000);
    });

    it('MongoDB uses a partial index only for queries that it covers', async () => {
      const covered = await planOf({ state: 'new', due: { $gte: 0 } });
      expect(covered.stages).toContain('IXSCAN');
      expect(covered.documents).toBe(10);
      const uncovered = await planOf({ due: { $gte: 990 } });
      expect(uncovered.stages).toContain('COLLSCAN');
      expect(uncovered.returned).toBe(10);
    });

    it('MongoDB uses a partial index on a type only when the query names the type', async () => {
      const partialFilterExpression = { note: { $type: 'string' as const } };
      await cards().createIndex({ note: 1 }, { partialFilterExpression });
      await cards().updateOne({ email: 'user7@example.org' }, { $set: { note: 'seven' } });
      const byValue = await planOf({ note: 'seven' });
      expect(byValue.stages).toContain('COLLSCAN');
      const byType = await planOf({ note: { $eq: 'seven', $type: 'string' } });
      expect(byType).toMatchObject({ documents: 1, returned: 1 });
      const byRange = await planOf({ note: { $gt: '', $type: 'string' } }, { note: 1 });
      expect(byRange.stages).not.toContain('COLLSCAN');
      expect(byRange.stages).not.toContain('SORT');
      await cards().dropIndex('note_1');
      await cards().updateOne({ email: 'user7@example.org' }, { $unset: { note: 1 } });
    });

    it.each<[string, object, object, object]>([
      ['a pattern', { $gt: '' }, { note: /^sev/ }, { note: { $gt: 'sev', $lt: 'sew' } }],
      ['a lower bound below its own', { $gt: 5 }, { note: { $gt: 4 } }, { note: { $gt: 5 } }],
    ])('MongoDB does not use a partial index on a range for %s', async (_, range, outside, inside) => {
      await cards().createIndex({ note: 1 }, { partialFilterExpression: { note: range } });
      const [byScan, byIndex] = [await planOf(outside), await planOf(inside)];
      await cards().dropIndex('note_1');
      expect(byScan.stages).toContain('COLLSCAN');
      expect(byIndex.stages).toContain('IXSCAN');
    });

    it('MongoDB finds array elements by their index, each document once', async () => {
      const filter = { tags: { $in: ['t3', 'u3'] } };
      const plan = await planOf(filter);
      expect(plan.stages).not.toContain('COLLSCAN');
      const found = await cards().find(filter).sort({ _id: 1 }).toArray();
      expect(found).toEqual(await inMemory(filter, { _id: 1 }));
    });

    it('MongoDB finds a prefix of a text by the index', async () => {
      const plan = await planOf({ email: /^user99/ });
      expect(plan.stages).not.toContain('COLLSCAN');
      expect(plan).toMatchObject({ documents: 11, returned: 11 });
    });

    it('MongoDB uses one index for each alternative of $or', async () => {
      const filter = { $or: [{ deck: 1, due: { $lt: 100 } }, { email: 'user2@example.org' }] };
      const plan = await planOf(filter);
      expect(plan.stages).not.toContain('COLLSCAN');
      expect(plan.returned).toBe((await inMemory(filter, {})).length);
    });

    it('MongoDB follows a hint, and rejects one that names no index', async () => {
      const hinted = await cards().find({ deck: 1 }).hint('deck_1_due_1').toArray();
      expect(hinted).toHaveLength(100);
      await expect(cards().find({}).hint('nowhere').toArray()).rejects.toMatchObject({ code: 2 });
    });
  });
}
