import { mongo } from 'mongoose';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase, type MongoSuiteOptions } from './context.ts';

type Learner = { _id: number; email: string } & mongo.Document;

const ann = { _id: 1, email: 'ann@example.org', name: 'Ann', age: 30 };

/** Cases of writes that the comparison of random commands does not generate. */
export function writesSuite(options: MongoSuiteOptions): void {
  describe('writes', () => {
    const database = useDatabase(options);
    const learners = () => database().getClient().db(database().name).collection<Learner>('learners');
    beforeEach(async () => {
      await learners().createIndex({ email: 1 }, { unique: true });
      await learners().deleteMany({});
      await learners().insertOne(ann);
    });

    it('MongoDB keeps every BSON type through a round trip', async () => {
      const values = {
        big: mongo.Long.fromString('9007199254740993'),
        double: new mongo.Double(3),
        bytes: new mongo.Binary(Buffer.from('hi')),
        uid: new mongo.UUID('7f1c8f0e-0000-4000-8000-000000000001'),
        at: new Date('2026-01-02'),
        pattern: /^a/i,
      };
      await learners().insertOne({ _id: 2, email: 'types@example.org', ...values });
      await learners().updateOne({ _id: 2 }, { $set: { touched: true } });
      const found = await learners().findOne({ _id: 2 }, { promoteValues: false, raw: false });
      expect(found).toMatchObject({ big: values.big, double: values.double, at: values.at });
      expect(found?.['bytes'].toString()).toBe('hi');
      expect(found?.['uid'].toString()).toBe(values.uid.toString());
      expect(String(found?.['pattern'])).toBe('/^a/i');
    });

    it('MongoDB rejects a duplicate of a unique value and names the index and the value', async () => {
      const duplicate = { code: 11000, keyPattern: { email: 1 }, keyValue: { email: ann.email } };
      await expect(learners().insertOne({ _id: 2, email: ann.email })).rejects.toMatchObject(duplicate);
      await learners().insertOne({ _id: 2, email: 'bob@example.org' });
      const taken = { $set: { email: ann.email } };
      await expect(learners().updateOne({ _id: 2 }, taken)).rejects.toMatchObject(duplicate);
      await expect(learners().findOneAndUpdate({ _id: 2 }, taken)).rejects.toMatchObject(duplicate);
    });

    it('a field named __proto__ does not affect other fields', async () => {
      await learners().insertOne(
        JSON.parse('{"_id":2,"email":"p@example.org","__proto__":{"polluted":1}}') as Learner,
      );
      await learners().updateOne({ _id: 2 }, { $set: { '__proto__.more': 1 } });
      expect({}).not.toHaveProperty('polluted');
      expect({}).not.toHaveProperty('more');
      expect(await learners().countDocuments()).toBe(2);
    });

    it.each<[string, object, number]>([
      ['an unknown operator', { $nope: { a: 1 } }, 9],
      ['a field name with a dollar', { $set: { $bad: 1 } }, 52],
      ['another _id', { $set: { _id: 2 } }, 66],
      ['no _id', { $unset: { _id: 1 } }, 66],
    ])('MongoDB rejects %s and changes nothing', async (_, change, code) => {
      await expect(learners().updateOne({ _id: 1 }, change)).rejects.toMatchObject({ code });
      expect(await learners().find({}).toArray()).toEqual([ann]);
    });

    it('parallel upserts of one key create one document', async () => {
      const upsert = () =>
        learners().findOneAndUpdate({ email: 'race@example.org' }, { $inc: { age: 1 } }, { upsert: true });
      await Promise.all(Array.from({ length: 20 }, upsert));
      expect(await learners().find({ email: 'race@example.org' }).toArray()).toMatchObject([{ age: 20 }]);
    });

    it('parallel increments of one document all count', async () => {
      const increment = () => learners().updateOne({ _id: 1 }, { $inc: { age: 1 } });
      await Promise.all(Array.from({ length: 50 }, increment));
      expect(await learners().findOne({ _id: 1 })).toMatchObject({ age: 80 });
    });
  });
}
