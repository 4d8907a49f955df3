import { mongo, Schema, type Connection, type Model } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { present } from '../present.ts';
import type { MongoSuiteOptions } from './context.ts';
import { ann, UID, useLearners } from './learners.ts';

/** Cases of creating, reading, replacing and deleting documents. */
export function documentsSuite(options: MongoSuiteOptions): void {
  describe('documents', () => {
    const { database, learners } = useLearners(options);

    it('MongoDB keeps every BSON type through a round trip', async () => {
      const values = {
        big: 9007199254740993n,
        bytes: Buffer.from('hi'),
        uid: UID,
        marks: { k: 2 },
      };
      await learners().create({ email: 'types@example.org', ...values });
      const found = await learners().findOne({ email: 'types@example.org' });
      expect(found?.big).toBe(9007199254740993n);
      expect(found?.bytes?.toString()).toBe('hi');
      expect(found?.uid?.toString()).toBe(UID);
      expect(found?.marks?.get('k')).toBe(2);
      expect(found?.get('createdAt')).toBeInstanceOf(Date);
    });

    it('MongoDB distinguishes whole doubles and 64-bit integers, also after an update of another field', async () => {
      const numbers = {
        double: new mongo.Double(3),
        long: mongo.Long.fromNumber(5),
        int: new mongo.Int32(7),
      };
      const { insertedId } = await learners().collection.insertOne({ email: 'n@example.org', ...numbers });
      await learners().collection.updateOne({ _id: insertedId }, { $set: { touched: true } });
      const raw = await learners().collection.findOne({ _id: insertedId }, { promoteValues: false });
      const kind = (name: string) => raw?.[name]?._bsontype;
      expect(['double', 'long', 'int'].map(kind)).toEqual(['Double', 'Long', 'Int32']);
    });

    it('MongoDB rejects a duplicate of a unique value and names the index and the value', async () => {
      await expect(learners().create({ email: ann.email })).rejects.toMatchObject({
        code: 11000,
        keyPattern: { email: 1 },
        keyValue: { email: ann.email },
      });
    });

    it('MongoDB rejects a second document with the same _id', async () => {
      const _id = new mongo.ObjectId();
      await learners().collection.insertOne({ _id, email: '1' });
      const again = learners().collection.insertOne({ _id, email: '2' });
      await expect(again).rejects.toMatchObject({ code: 11000, keyPattern: { _id: 1 } });
    });

    it('MongoDB replaces a document and keeps its _id', async () => {
      const before = await learners().findOne({ email: ann.email }).lean();
      await learners().collection.replaceOne({ email: ann.email }, { email: ann.email, only: 'this' });
      const after = await learners().collection.findOne({ email: ann.email });
      expect(after).toEqual({ _id: before?._id, email: ann.email, only: 'this' });
    });

    it('MongoDB saves the changes of a loaded document', async () => {
      const loaded = await learners().findOne({ email: ann.email });
      present(loaded).prefs.theme = 'dark';
      present(loaded).tags.push('q');
      await present(loaded).save();
      const saved = await learners().findOne({ email: ann.email }).lean();
      expect(saved).toMatchObject({ prefs: { goal: 50, theme: 'dark' }, tags: ['x', 'y', 'q'] });
    });

    it('the first of two optimistic saves wins', async () => {
      const notes = noteModel(database());
      const { _id } = await notes.create({ title: 'first', n: 1 });
      const [mine, yours] = [await notes.findById(_id), await notes.findById(_id)];
      present(mine).title = 'mine';
      await present(mine).save();
      present(yours).title = 'yours';
      await expect(present(yours).save()).rejects.toMatchObject({ name: 'VersionError' });
    });

    it('MongoDB deletes one document or many and can return the deleted one', async () => {
      await learners().insertMany([1, 2, 3, 4].map((age) => ({ email: `${age}@example.org`, age })));
      expect(await learners().deleteMany({ age: { $lt: 3 } })).toMatchObject({ deletedCount: 2 });
      expect((await learners().findOneAndDelete({ age: 3 }))?.email).toBe('3@example.org');
      expect(await learners().deleteOne({ email: 'nobody' })).toMatchObject({ deletedCount: 0 });
      expect(await learners().countDocuments()).toBe(2);
    });

    it('MongoDB accepts an unacknowledged write', async () => {
      await learners().collection.insertOne({ email: 'w0@example.org' }, { writeConcern: { w: 0 } });
      await expect.poll(() => learners().countDocuments({ email: 'w0@example.org' })).toBe(1);
    });

    it('a field named __proto__ does not affect other fields', async () => {
      const document = JSON.parse('{"email":"p@example.org","__proto__":{"polluted":1}}');
      await learners().collection.insertOne(document);
      await learners().collection.updateOne({ email: 'p@example.org' }, { $set: { '__proto__.more': 1 } });
      expect({}).not.toHaveProperty('polluted');
      expect({}).not.toHaveProperty('more');
      expect(await learners().countDocuments()).toBe(2);
    });
  });
}

interface Note {
  title: string;
  n: number;
}

function noteModel(connection: Connection): Model<Note> {
  const schema = new Schema<Note>({ title: String, n: Number }, { optimisticConcurrency: true });
  return connection.models['Note'] ?? connection.model<Note>('Note', schema);
}
