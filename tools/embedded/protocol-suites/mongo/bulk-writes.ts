import { describe, expect, it } from 'vitest';
import type { MongoSuiteOptions } from './context.ts';
import { ann, useLearners } from './learners.ts';

/** Cases of bulk writes. */
export function bulkWritesSuite(options: MongoSuiteOptions): void {
  describe('bulk writes', () => {
    const { learners } = useLearners(options);

    it('an unordered insertMany inserts the remaining documents after a duplicate', async () => {
      const emails = ['d@example.org', ann.email, 'e@example.org'].map((email) => ({ email }));
      const attempt = learners().insertMany(emails, { ordered: false });
      await expect(attempt).rejects.toMatchObject({ code: 11000 });
      expect(await learners().countDocuments({ email: /^[de]@/ })).toBe(2);
    });

    it('an ordered insertMany stops at the duplicate', async () => {
      const emails = ['d@example.org', ann.email, 'e@example.org'].map((email) => ({ email }));
      const attempt = learners().collection.insertMany(emails);
      await expect(attempt).rejects.toMatchObject({ code: 11000, result: { insertedCount: 1 } });
      expect(await learners().countDocuments({ email: /^[de]@/ })).toBe(1);
    });

    it('MongoDB runs mixed bulk writes and counts them', async () => {
      const result = await learners().collection.bulkWrite([
        { insertOne: { document: { email: 'f@example.org' } } },
        { updateOne: { filter: { email: 'f@example.org' }, update: { $set: { age: 1 } } } },
        { updateOne: { filter: { email: 'g@example.org' }, update: { $set: { age: 2 } }, upsert: true } },
        { updateMany: { filter: { age: { $lt: 3 } }, update: { $inc: { age: 10 } } } },
        { deleteOne: { filter: { email: ann.email } } },
      ]);
      const counts = { insertedCount: 1, modifiedCount: 3, upsertedCount: 1, deletedCount: 1 };
      expect(result).toMatchObject(counts);
    });
  });
}
