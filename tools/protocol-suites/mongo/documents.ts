import { Schema, type Connection, type Model } from 'mongoose';
import { mongo } from 'mongoose';
import { beforeEach, describe, expect, it } from 'vitest';
import { useDatabase, type MongoSuiteOptions } from './context.ts';
import { given } from '../given.ts';

const learnerSchema = new Schema(
  {
    email: { type: String, unique: true, required: true },
    name: String,
    age: Number,
    tags: [String],
    prefs: { goal: Number, theme: String },
    items: [{ _id: false, sku: String, qty: Number }],
    big: BigInt,
    price: Schema.Types.Decimal128,
    bytes: Buffer,
    uid: Schema.Types.UUID,
    marks: { type: Map, of: Number },
  },
  { timestamps: true },
);

const UID = '7f1c8f0e-0000-4000-8000-000000000001';

const ann = {
  email: 'ann@example.org',
  name: 'Ann',
  age: 30,
  tags: ['x', 'y'],
  prefs: { goal: 50 },
  items: [
    { sku: 'p', qty: 1 },
    { sku: 'q', qty: 2 },
  ],
};

/** Creating, changing and deleting documents. */
export function documentsSuite(options: MongoSuiteOptions): void {
  describe('documents', () => {
    const database = useDatabase(options);
    const learners = () => learnerModel(database());

    beforeEach(async () => {
      await learners().init();
      await learners().deleteMany({});
      await learners().create(ann);
    });

    it('keeps every BSON type through a round trip', async () => {
      const values = {
        big: 9007199254740993n,
        price: '1.10',
        bytes: Buffer.from('hi'),
        uid: UID,
        marks: { k: 2 },
      };
      await learners().create({ email: 'types@example.org', ...values });
      const found = await learners().findOne({ email: 'types@example.org' });
      expect(found?.big).toBe(9007199254740993n);
      expect(found?.price?.toString()).toBe('1.10');
      expect(found?.bytes?.toString()).toBe('hi');
      expect(found?.uid?.toString()).toBe(UID);
      expect(found?.marks?.get('k')).toBe(2);
      expect((found as unknown as { createdAt: Date }).createdAt).toBeInstanceOf(Date);
    });

    it('keeps whole doubles, 64-bit integers and decimals apart, also after an update of another field', async () => {
      const numbers = {
        double: new mongo.Double(3),
        long: mongo.Long.fromNumber(5),
        int: new mongo.Int32(7),
        decimal: mongo.Decimal128.fromString('1.50'),
      };
      const { insertedId } = await learners().collection.insertOne({ email: 'n@example.org', ...numbers });
      await learners().collection.updateOne({ _id: insertedId }, { $set: { touched: true } });
      const raw = await learners().collection.findOne({ _id: insertedId }, { promoteValues: false });
      const kind = (name: string) => (raw?.[name] as { _bsontype: string } | undefined)?._bsontype;
      expect(['double', 'long', 'int', 'decimal'].map(kind)).toEqual([
        'Double',
        'Long',
        'Int32',
        'Decimal128',
      ]);
    });

    it('refuses a second document with a unique value and names index and value', async () => {
      await expect(learners().create({ email: ann.email })).rejects.toMatchObject({
        code: 11000,
        keyPattern: { email: 1 },
        keyValue: { email: ann.email },
      });
    });

    it('refuses to change a document to a value that another one has', async () => {
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

    it('refuses a second document with the same _id', async () => {
      await learners().collection.insertOne({ _id: 'one' as never, email: '1' });
      const again = learners().collection.insertOne({ _id: 'one' as never, email: '2' });
      await expect(again).rejects.toMatchObject({ code: 11000, keyPattern: { _id: 1 } });
    });

    it('gives the document after or before a findOneAndUpdate', async () => {
      const change = { $inc: { age: 1 }, $push: { tags: { $each: ['z'], $slice: -2 } } };
      const after = await learners().findOneAndUpdate({ email: ann.email }, change, {
        returnDocument: 'after',
      });
      expect(after).toMatchObject({ age: 31 });
      expect([...given(after).tags]).toEqual(['y', 'z']);
      const before = await learners().findOneAndUpdate({ email: ann.email }, change, {
        returnDocument: 'before',
      });
      expect(before).toMatchObject({ age: 31 });
    });

    it('chooses by sort what findOneAndUpdate changes', async () => {
      await learners().create({ email: 'old@example.org', age: 80 });
      const oldest = await learners().findOneAndUpdate({}, { name: 'oldest' }, { sort: { age: -1 } });
      expect(oldest?.email).toBe('old@example.org');
    });

    it('inserts by upsert what the filter and $setOnInsert say', async () => {
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

    it('reaches array elements by the query, by array filters and all at once', async () => {
      const { collection } = learners();
      await collection.updateOne({ email: ann.email, 'items.sku': 'q' }, { $inc: { 'items.$.qty': 5 } });
      const byFilter = { arrayFilters: [{ 'e.sku': 'p' }] };
      await collection.updateOne({ email: ann.email }, { $set: { 'items.$[e].qty': 9 } }, byFilter);
      await collection.updateOne({ email: ann.email }, { $inc: { 'items.$[].qty': 100 } });
      const found = await learners().findOne({ email: ann.email }).lean();
      expect(found?.items.map(({ qty }) => qty)).toEqual([109, 107]);
    });

    it.each([
      ['$set of a nested field', { $set: { 'a.b': 1 } }, { a: { b: 1 } }],
      ['$unset', { $unset: { n: 1 } }, { n: undefined }],
      ['$inc of a missing field', { $inc: { fresh: 2 } }, { fresh: 2 }],
      ['$mul', { $mul: { n: 3 } }, { n: 15 }],
      ['$min', { $min: { n: 2 } }, { n: 2 }],
      ['$max', { $max: { n: 9 } }, { n: 9 }],
      ['$rename', { $rename: { n: 'm' } }, { n: undefined, m: 5 }],
      [
        '$push with position and sort',
        { $push: { list: { $each: [0], $sort: -1 } } },
        { list: [3, 2, 1, 0] },
      ],
      ['$addToSet', { $addToSet: { list: { $each: [3, 4] } } }, { list: [1, 2, 3, 4] }],
      ['$pop', { $pop: { list: -1 } }, { list: [2, 3] }],
      ['$pull by condition', { $pull: { list: { $gte: 2 } } }, { list: [1] }],
      ['$pullAll', { $pullAll: { list: [1, 3] } }, { list: [2] }],
      ['$bit', { $bit: { n: { or: 2 } } }, { n: 7 }],
    ])('applies %s', async (_, change, expected) => {
      const { collection } = learners();
      const { insertedId } = await collection.insertOne({ email: 'op@example.org', n: 5, list: [1, 2, 3] });
      await collection.updateOne({ _id: insertedId }, change as never);
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
    ])('refuses %s and changes nothing', async (_, change, code) => {
      const attempt = learners().collection.updateOne({ email: ann.email }, change);
      await expect(attempt).rejects.toMatchObject({ code });
      expect(await learners().findOne({ email: ann.email }).lean()).toMatchObject(ann);
    });

    it('computes new fields with an update pipeline', async () => {
      const pipeline = [{ $set: { name: { $concat: ['$name', '!'] } } }];
      await learners().updateOne({ email: ann.email }, pipeline, { updatePipeline: true });
      expect((await learners().findOne({ email: ann.email }))?.name).toBe('Ann!');
    });

    it('replaces a document and keeps its _id', async () => {
      const before = await learners().findOne({ email: ann.email }).lean();
      await learners().collection.replaceOne({ email: ann.email }, { email: ann.email, only: 'this' });
      const after = await learners().collection.findOne({ email: ann.email });
      expect(after).toEqual({ _id: before?._id, email: ann.email, only: 'this' });
    });

    it('saves what has changed on a loaded document', async () => {
      const loaded = await learners().findOne({ email: ann.email });
      given(loaded).prefs.theme = 'dark';
      given(loaded).tags.push('q');
      await given(loaded).save();
      const saved = await learners().findOne({ email: ann.email }).lean();
      expect(saved).toMatchObject({ prefs: { goal: 50, theme: 'dark' }, tags: ['x', 'y', 'q'] });
    });

    it('lets the first of two optimistic savers win', async () => {
      const notes = noteModel(database());
      const { _id } = await notes.create({ title: 'first', n: 1 });
      const [mine, yours] = [await notes.findById(_id), await notes.findById(_id)];
      given(mine).title = 'mine';
      await given(mine).save();
      given(yours).title = 'yours';
      await expect(given(yours).save()).rejects.toMatchObject({ name: 'VersionError' });
    });

    it('goes on after a duplicate in an unordered insertMany', async () => {
      const emails = ['d@example.org', ann.email, 'e@example.org'].map((email) => ({ email }));
      const attempt = learners().insertMany(emails, { ordered: false });
      await expect(attempt).rejects.toMatchObject({ code: 11000 });
      expect(await learners().countDocuments({ email: /^[de]@/ })).toBe(2);
    });

    it('stops at the duplicate in an ordered insertMany', async () => {
      const emails = ['d@example.org', ann.email, 'e@example.org'].map((email) => ({ email }));
      const attempt = learners().collection.insertMany(emails);
      await expect(attempt).rejects.toMatchObject({ code: 11000, result: { insertedCount: 1 } });
      expect(await learners().countDocuments({ email: /^[de]@/ })).toBe(1);
    });

    it('runs mixed bulk writes and counts them', async () => {
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

    it('says how many were matched and how many were changed', async () => {
      const result = await learners().collection.updateMany({}, { $set: { name: 'Ann' } });
      expect(result).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
    });

    it('deletes one, many, and gives what it deleted', async () => {
      await learners().insertMany([1, 2, 3, 4].map((age) => ({ email: `${age}@example.org`, age })));
      expect(await learners().deleteMany({ age: { $lt: 3 } })).toMatchObject({ deletedCount: 2 });
      expect((await learners().findOneAndDelete({ age: 3 }))?.email).toBe('3@example.org');
      expect(await learners().deleteOne({ email: 'nobody' })).toMatchObject({ deletedCount: 0 });
      expect(await learners().countDocuments()).toBe(2);
    });

    it('takes an unacknowledged write', async () => {
      await learners().collection.insertOne({ email: 'w0@example.org' }, { writeConcern: { w: 0 } });
      await expect.poll(() => learners().countDocuments({ email: 'w0@example.org' })).toBe(1);
    });

    it('lets parallel upserts of one key make one document', async () => {
      const upsert = () =>
        learners().findOneAndUpdate({ email: 'race@example.org' }, { $inc: { age: 1 } }, { upsert: true });
      await Promise.all(Array.from({ length: 20 }, upsert));
      expect(await learners().find({ email: 'race@example.org' }).lean()).toMatchObject([{ age: 20 }]);
    });

    it('lets parallel increments all count', async () => {
      await Promise.all(
        Array.from({ length: 50 }, () => learners().updateOne({ email: ann.email }, { $inc: { age: 1 } })),
      );
      expect((await learners().findOne({ email: ann.email }))?.age).toBe(80);
    });

    it('keeps a field called __proto__ from touching anything else', async () => {
      const document = JSON.parse('{"email":"p@example.org","__proto__":{"polluted":1}}') as {
        email: string;
      };
      await learners().collection.insertOne(document);
      await learners().collection.updateOne({ email: 'p@example.org' }, { $set: { '__proto__.more': 1 } });
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      expect(({} as Record<string, unknown>).more).toBeUndefined();
      expect(await learners().countDocuments()).toBe(2);
    });
  });
}

function learnerModel(connection: Connection) {
  return (connection.models.Learner ?? connection.model('Learner', learnerSchema)) as Model<
    typeof ann & {
      prefs?: { goal: number; theme?: string };
      big?: bigint;
      price?: mongo.Decimal128;
      bytes?: Buffer;
      uid?: mongo.UUID;
      marks?: Map<string, number>;
    }
  >;
}

function noteModel(connection: Connection) {
  const schema = new Schema({ title: String, n: Number }, { optimisticConcurrency: true });
  return (connection.models.Note ?? connection.model('Note', schema)) as Model<{ title: string; n: number }>;
}
