import { mongo } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase, type MongoSuiteOptions } from './context.ts';
import { present } from '../present.ts';

type Row = { _id: number; n?: unknown; tags?: string[] };

const ROWS: Row[] = [
  { _id: 1, n: 5, tags: ['a', 'b'] },
  { _id: 2, n: 10, tags: ['b'] },
  { _id: 3, n: 'ten', tags: [] },
];

/** Cases of invalid queries, nested projections, counts and cursors. */
export function queriesSuite(options: MongoSuiteOptions): void {
  describe('queries', () => {
    const rows = useRows(options);
    rejectionCases(rows);
    shapeCases(rows);
    commandCases(rows);
  });
  describe('cursors', () => {
    cursorCases(options);
  });
}

function useRows(options: MongoSuiteOptions) {
  const database = useDatabase(options);
  const rows = () => database().collection<Row>('rows');
  beforeAll(async () => {
    await rows().insertMany(ROWS);
  });

  return { database, rows };
}
type Rows = ReturnType<typeof useRows>;

/** Cases of filters that do not exist. */
function rejectionCases({ rows }: Rows) {
  it.each<[string, object]>([
    ['an unknown operator', { n: { $nope: 1 } }],
    ['an unknown operator at the top', { $nope: 1 }],
    ['an $in without a list', { n: { $in: 5 } }],
    ['an empty $or', { $or: [] }],
  ])('MongoDB returns BadValue for %s and stays usable', async (_, filter) => {
    await expect(rows().find(filter).toArray()).rejects.toMatchObject({ code: 2 });
    expect(await rows().findOne({ _id: 1 })).not.toBeNull();
  });
}

/** Cases of projections and of options. */
function shapeCases({ rows, database }: Rows) {
  const nested = () => present(database().db).collection<Row>('nested');
  it('MongoDB applies a nested projection like its dotted form', async () => {
    await nested().replaceOne({ _id: 1 }, { account: { amount: 25, note: 'x' } } as object, { upsert: true });
    const shown = (projection: object) => nested().findOne({ _id: 1 }, { projection });
    const amount = { _id: 1, account: { amount: 25 } };
    expect(await shown({ account: { amount: 1 } })).toEqual(amount);
    expect(await shown({ account: { amount: true } })).toEqual(amount);
    expect(await shown({ account: { note: 0 } })).toEqual(amount);
    const update = { $set: { seen: true } };
    const options = { projection: { account: { amount: 1 } } };
    expect(await nested().findOneAndUpdate({ _id: 1 }, update, options)).toEqual(amount);
  });

  it('MongoDB includes or excludes one field of each type', async () => {
    const { Binary, Double, Long, ObjectId, Timestamp } = mongo.BSON;
    const fields: object = {
      text: 'Mto Ä',
      whole: 7,
      double: new Double(1.5),
      long: Long.fromString('9007199254740993'),
      flag: true,
      nothing: null,
      at: new Date(0),
      id: new ObjectId('65f000000000000000000000'),
      bytes: new Binary(Buffer.from('ab')),
      pattern: /^a/i,
      stamp: new Timestamp({ t: 1, i: 2 }),
      list: [1, [2], { a: 3 }],
      inner: { a: { b: [] } },
      Ä: 'name outside of ASCII',
    };
    const typed = present(database().db).collection<Row>('typed');
    await typed.replaceOne({ _id: 1 }, fields, { upsert: true });
    const options = { promoteValues: false, bsonRegExp: true, ignoreUndefined: true } as const;
    const whole: object = present(await typed.findOne({ _id: 1 }, options));
    for (const [name, value] of Object.entries(whole)) {
      if (name === '_id') continue;
      const read = (projection: object) => typed.findOne({ _id: 1 }, { ...options, projection });
      expect(await read({ [name]: 1, _id: 0 })).toEqual({ [name]: value });
      const rest = Object.entries(whole).filter(([other]) => other !== name);
      expect(await read({ [name]: 0 })).toEqual(Object.fromEntries(rest));
    }
  });

  it('MongoDB rejects an empty object in a projection', () =>
    expect(nested().findOne({}, { projection: { account: {} } })).rejects.toMatchObject({ code: 51270 }));

  it.each<[string, object, number]>([
    ['skip', { find: 'rows', skip: 'a' }, 14],
    ['limit', { find: 'rows', limit: 'a' }, 14],
    ['batchSize', { find: 'rows', batchSize: 'a' }, 14],
    ['singleBatch', { find: 'rows', singleBatch: 'a' }, 14],
    ['ordered', { insert: 'rows', documents: [{ _id: 99 }], ordered: 'a' }, 14],
    ['new', { findAndModify: 'rows', query: {}, update: {}, new: 'x' }, 14],
    ['maxTimeMS', { find: 'rows', maxTimeMS: -1 }, 2],
  ])('MongoDB rejects a %s of the wrong type', async (_, command, code) => {
    const result = await present(database().db)
      .command(command)
      .then(
        ({ writeErrors }) => writeErrors?.[0],
        (error: unknown) => error,
      );
    expect(result).toMatchObject({ code });
    expect(await rows().countDocuments({ _id: 99 })).toBe(0);
  });

  it('MongoDB rejects a projection with inclusion and exclusion', async () => {
    await expect(rows().findOne({}, { projection: { n: 1, tags: 0 } })).rejects.toMatchObject({
      code: 31254,
    });
  });
}

function commandCases({ database, rows }: Rows) {
  it('MongoDB counts, estimates and lists distinct values', async () => {
    expect(await rows().countDocuments({ tags: 'b' })).toBe(2);
    expect(await rows().countDocuments({ tags: 'nowhere' })).toBe(0);
    expect(await rows().estimatedDocumentCount()).toBe(3);
    expect(await rows().distinct('tags')).toEqual(['a', 'b']);
  });

  it('MongoDB rejects unknown commands and options', async () => {
    const db = present(database().db);
    await expect(db.command({ nosuch: 1 })).rejects.toMatchObject({ code: 59 });
    await expect(db.command({ find: 'rows', nonsense: 1 })).rejects.toMatchObject({ code: 40415 });
    await expect(
      rows()
        .aggregate([{ $nosuch: {} }])
        .toArray(),
    ).rejects.toMatchObject({ code: 40324 });
    const unknown = rows().aggregate([{ $group: { _id: { $nope: 1 } } }]);
    await expect(unknown.toArray()).rejects.toMatchObject({ codeName: expect.any(String) });
  });
}

function cursorCases(options: MongoSuiteOptions) {
  const database = useDatabase(options);
  const many = () => database().collection('many');

  beforeAll(async () => {
    await many().insertMany(Array.from({ length: 301 }, (_, n) => ({ n })));
  });

  it('MongoDB fetches a result in batches', async () => {
    const seen: unknown[] = [];
    for await (const { n } of many().find({}, { batchSize: 50 })) seen.push(n);
    expect(seen).toEqual(Array.from({ length: 301 }, (_, n) => n));
  });

  it('MongoDB closes a cursor that is not read to its end', async () => {
    const cursor = many().find({}, { batchSize: 10 });
    await cursor.next();
    const id = cursor.id;
    await cursor.close();
    const more = present(database().db).command({ getMore: id, collection: 'many' });
    await expect(more).rejects.toMatchObject({ code: 43 });
  });

  it('MongoDB returns CursorNotFound for an unknown cursor', async () => {
    const more = present(database().db).command({ getMore: mongo.Long.fromNumber(4711), collection: 'many' });
    await expect(more).rejects.toMatchObject({ code: 43 });
  });
}
