import { describe, expect, it } from 'vitest';
import { present } from '../present.ts';
import type { MongoSuiteOptions } from './context.ts';
import { ann, useLearners } from './learners.ts';

/** Cases of updates, of one document and many, alone and concurrently. */
export function updatesSuite(options: MongoSuiteOptions): void {
  describe('updates', () => {
    const { learners } = useLearners(options);

    it('MongoDB rejects an update to a unique value of another document', async () => {
      await learners().create({ email: 'bob@example.org' });
      const taken = { $set: { email: ann.email } };
      await expect(learners().updateOne({ email: 'bob@example.org' }, taken)).rejects.toMatchObject({
        code: 11000,
      });
      await expect(learners().findOneAndUpdate({ email: 'bob@example.org' }, taken)).rejects.toMatchObject({
        code: 11000,
      });
      expect(await learners().countDocuments({ email: 'bob@example.org' })).toBe(1);
    });

    it('MongoDB returns the document before or after a findOneAndUpdate', async () => {
      const change = { $inc: { age: 1 }, $push: { tags: { $each: ['z'] } } };
      const after = await learners().findOneAndUpdate({ email: ann.email }, change, {
        returnDocument: 'after',
      });
      expect(after).toMatchObject({ age: 31 });
      expect([...present(after).tags]).toEqual(['x', 'y', 'z']);
      const before = await learners().findOneAndUpdate({ email: ann.email }, change, {
        returnDocument: 'before',
      });
      expect(before).toMatchObject({ age: 31 });
    });

    it('a sort decides which document findOneAndUpdate changes', async () => {
      await learners().create({ email: 'old@example.org', age: 80 });
      const oldest = await learners().findOneAndUpdate({}, { name: 'oldest' }, { sort: { age: -1 } });
      expect(oldest?.email).toBe('old@example.org');
    });

    it('an upsert inserts the values of the filter and of $setOnInsert', async () => {
      const upsert = { upsert: true, returnDocument: 'after' as const };
      const change = { $set: { name: 'Cy' }, $setOnInsert: { age: 7 } };
      const made = await learners().findOneAndUpdate({ email: 'cy@example.org' }, change, upsert);
      expect(made).toMatchObject({ email: 'cy@example.org', name: 'Cy', age: 7 });
      const again = await learners().updateOne(
        { email: 'cy@example.org' },
        { $setOnInsert: { age: 8 } },
        upsert,
      );
      expect(again).toMatchObject({ matchedCount: 1, upsertedCount: 0 });
    });

    it.each<[what: string, change: object, expected: object]>([
      ['$set of a nested field', { $set: { 'a.b': 1 } }, { a: { b: 1 } }],
      ['$unset', { $unset: { n: 1 } }, { n: undefined }],
      ['$inc of a missing field', { $inc: { fresh: 2 } }, { fresh: 2 }],
      ['$min', { $min: { n: 2 } }, { n: 2 }],
      ['$max', { $max: { n: 9 } }, { n: 9 }],
      ['$push of several', { $push: { list: { $each: [4, 5] } } }, { list: [1, 2, 3, 4, 5] }],
      ['$pull by condition', { $pull: { list: { $gte: 2 } } }, { list: [1] }],
    ])('MongoDB applies %s', async (_, change, expected) => {
      const { collection } = learners();
      const { insertedId } = await collection.insertOne({ email: 'op@example.org', n: 5, list: [1, 2, 3] });
      await collection.updateOne({ _id: insertedId }, change);
      const found = await collection.findOne({ _id: insertedId });
      for (const [name, value] of Object.entries(expected)) expect(found?.[name]).toEqual(value);
    });

    it.each([
      ['an unknown operator', { $nope: { a: 1 } }, 9],
      ['two changes of one path', { $set: { a: 1 }, $inc: { a: 1 } }, 40],
      ['arithmetic on text', { $inc: { name: 1 } }, 14],
      ['a field below a number', { $set: { 'age.years': 1 } }, 28],
      ['a field name with a dollar', { $set: { $bad: 1 } }, 52],
      ['another _id', { $set: { _id: 'another' } }, 66],
      ['no _id', { $unset: { _id: 1 } }, 66],
    ])('MongoDB rejects %s and changes nothing', async (_, change, code) => {
      const attempt = learners().collection.updateOne({ email: ann.email }, change);
      await expect(attempt).rejects.toMatchObject({ code });
      expect(await learners().findOne({ email: ann.email }).lean()).toMatchObject(ann);
    });

    it('MongoDB returns how many documents an update matched and changed', async () => {
      const result = await learners().collection.updateMany({}, { $set: { name: 'Ann' } });
      expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
    });

    it('parallel upserts of one key create one document', async () => {
      const upsert = () =>
        learners().findOneAndUpdate({ email: 'race@example.org' }, { $inc: { age: 1 } }, { upsert: true });
      await Promise.all(Array.from({ length: 20 }, upsert));
      expect(await learners().find({ email: 'race@example.org' }).lean()).toMatchObject([{ age: 20 }]);
    });

    it('parallel increments of one document all count', async () => {
      await Promise.all(
        Array.from({ length: 50 }, () => learners().updateOne({ email: ann.email }, { $inc: { age: 1 } })),
      );
      expect((await learners().findOne({ email: ann.email }))?.age).toBe(80);
    });
  });
}
