import { Schema, Types, type Connection, type Model } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase, type MongoSuiteOptions } from './context.ts';
import { present } from '../present.ts';

type Row = { _id: number; n?: unknown; tags?: string[]; text?: string | null; items?: unknown[]; at?: Date };

const ROWS: Row[] = [
  {
    _id: 1,
    n: 5,
    tags: ['a', 'b'],
    text: 'Apple',
    items: [
      { sku: 'p', qty: 7 },
      { sku: 'q', qty: 2 },
    ],
  },
  { _id: 2, n: 10, tags: ['b'], text: 'apricot', items: [{ sku: 'q', qty: 7 }] },
  { _id: 3, n: 15, tags: [], text: null, at: new Date('2026-01-02') },
  { _id: 4, n: 'ten', text: 'Banana', at: new Date('2026-03-04') },
  { _id: 5, tags: ['c', 'd', 'e'] },
];

/** Cases of filters, projections, sorting, cursors and aggregation. */
export function queriesSuite(options: MongoSuiteOptions): void {
  describe('queries', () => {
    const rows = useRows(options);
    filterCases(rows);
    shapeCases(rows);
    commandCases(rows);
  });
  describe('cursors', () => {
    cursorCases(options);
  });
  describe('aggregation', () => {
    aggregationCases(options);
  });
}

function useRows(options: MongoSuiteOptions) {
  const database = useDatabase(options);
  const rows = () => database().collection<Row>('rows');
  const idsOf = async (filter: object) =>
    (await rows().find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

  beforeAll(async () => {
    await rows().insertMany(ROWS);
  });

  return { database, rows, idsOf };
}
type Rows = ReturnType<typeof useRows>;

/** Cases of the documents that a filter finds. */
function filterCases({ rows, idsOf }: Rows) {
  it.each<[string, object, number[]]>([
    ['equality', { n: 10 }, [2]],
    ['equality with an array element', { tags: 'b' }, [1, 2]],
    ['equality with a whole array', { tags: ['b'] }, [2]],
    ['null or missing', { text: null }, [3, 5]],
    ['missing only', { text: { $exists: false } }, [5]],
    ['greater, of the same type only', { n: { $gt: 5 } }, [2, 3]],
    ['a range', { n: { $gte: 5, $lt: 15 } }, [1, 2]],
    ['a range of dates', { at: { $lt: new Date('2026-02-01') } }, [3]],
    ['$in', { n: { $in: [5, 'ten'] } }, [1, 4]],
    ['$in with null', { text: { $in: [null, 'Apple'] } }, [1, 3, 5]],
    ['$nin', { n: { $nin: [5, 10] } }, [3, 4, 5]],
    ['$ne', { tags: { $ne: 'b' } }, [3, 4, 5]],
    ['$not', { n: { $not: { $gt: 5 } } }, [1, 4, 5]],
    ['$or', { $or: [{ n: 5 }, { text: 'Banana' }] }, [1, 4]],
    ['$and', { $and: [{ tags: 'b' }, { n: { $gt: 5 } }] }, [2]],
    ['two conditions that different elements match', { 'items.sku': 'q', 'items.qty': 7 }, [1, 2]],
    ['a position in an array', { 'items.0.sku': 'q' }, [2]],
    ['$type', { n: { $type: 'string' } }, [4]],
    ['$type number', { n: { $type: 'number' } }, [1, 2, 3]],
    ['a regular expression', { text: /^[Aa]p/ }, [1, 2]],
  ])('MongoDB finds by %s', async (_, filter, expected) => {
    expect(await idsOf(filter)).toEqual(expected);
  });

  it.each<[string, object]>([
    ['an unknown operator', { n: { $nope: 1 } }],
    ['an unknown operator at the top', { $nope: 1 }],
    ['an $in without a list', { n: { $in: 5 } }],
    ['an empty $or', { $or: [] }],
  ])('MongoDB returns BadValue for %s and stays usable', async (_, filter) => {
    await expect(idsOf(filter)).rejects.toMatchObject({ code: 2 });
    expect(await rows().findOne({ _id: 1 })).not.toBeNull();
  });
}

/** Cases of sort orders and projections. */
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

  it('MongoDB orders values of different types as BSON does', async () => {
    const sorted = await rows().find({}).sort({ n: 1 }).toArray();
    expect(sorted.map(({ n }) => n ?? null)).toEqual([null, 5, 10, 15, 'ten']);
  });

  it('MongoDB sorts arrays by their lowest or highest element', async () => {
    const tagged = { tags: { $exists: true, $ne: [] } };
    const ascending = await rows().find(tagged).sort({ tags: 1 }).toArray();
    const descending = await rows().find(tagged).sort({ tags: -1 }).toArray();
    expect(ascending.map(({ _id }) => _id)).toEqual([1, 2, 5]);
    expect(descending.map(({ _id }) => _id)).toEqual([5, 1, 2]);
  });

  it('MongoDB skips and limits after sorting', async () => {
    const page = await rows().find({}).sort({ _id: -1 }).skip(1).limit(2).toArray();
    expect(page.map(({ _id }) => _id)).toEqual([4, 3]);
  });

  it.each<[string, object, object]>([
    ['included fields', { n: 1 }, { _id: 1, n: 5 }],
    ['no _id', { n: 1, _id: 0 }, { n: 5 }],
    ['all but some', { items: 0, tags: 0, text: 0 }, { _id: 1, n: 5 }],
    ['fields inside arrays', { 'items.sku': 1 }, { _id: 1, items: [{ sku: 'p' }, { sku: 'q' }] }],
  ])('MongoDB shows %s', async (_, projection, expected) => {
    expect(await rows().findOne({ _id: 1 }, { projection })).toEqual(expected);
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
    expect(await rows().estimatedDocumentCount()).toBe(5);
    expect(await rows().distinct('tags')).toEqual(['a', 'b', 'c', 'd', 'e']);
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
    const { Long } = await import('mongoose').then(({ mongo }) => mongo);
    const more = present(database().db).command({ getMore: Long.fromNumber(4711), collection: 'many' });
    await expect(more).rejects.toMatchObject({ code: 43 });
  });
}

function aggregationCases(options: MongoSuiteOptions) {
  const database = useDatabase(options);
  const author = new Types.ObjectId();

  beforeAll(async () => {
    await authors(database()).create({ _id: author, email: 'a@example.org' });
    const createdAt = new Date('2026-01-01T22:30:00Z');
    await posts(database()).insertMany(
      Array.from({ length: 300 }, (_, n) => ({ author, title: `post ${n}`, n, createdAt })),
    );
  });

  it('MongoDB groups the documents of a filter', async () => {
    const found = await posts(database()).aggregate([
      { $match: { n: { $gte: 100 } } },
      { $group: { _id: '$author', count: { $sum: 1 }, sum: { $sum: '$n' }, most: { $max: '$n' } } },
    ]);
    expect(found).toEqual([{ _id: author, count: 200, sum: 39_900, most: 299 }]);
  });

  it('MongoDB sorts and limits before it groups', async () => {
    const found = await posts(database()).aggregate([
      { $match: { n: { $lt: 10 } } },
      { $sort: { n: -1 } },
      { $limit: 3 },
      { $group: { _id: '$n' } },
      { $sort: { _id: 1 } },
    ]);
    expect(found).toEqual([{ _id: 7 }, { _id: 8 }, { _id: 9 }]);
  });

  it('MongoDB populates references', async () => {
    const found = await posts(database()).findOne({ n: 7 }).populate<{ author: { email: string } }>('author');
    expect(found?.author.email).toBe('a@example.org');
  });

  it('MongoDB rejects an unknown expression', async () => {
    const attempt = posts(database()).aggregate([{ $group: { _id: { $nope: 1 } } }]);
    await expect(attempt).rejects.toMatchObject({ codeName: expect.any(String) });
  });
}

type Post = { author: Types.ObjectId; title: string; n: number; createdAt: Date };

function authors(connection: Connection): Model<{ email: string }> {
  const schema = new Schema<{ email: string }>({ email: String });
  return connection.models['Author'] ?? connection.model<{ email: string }>('Author', schema);
}

function posts(connection: Connection): Model<Post> {
  const schema = new Schema<Post>({
    author: { type: Types.ObjectId, ref: 'Author', index: true },
    title: String,
    n: Number,
    createdAt: Date,
  });
  return connection.models['Post'] ?? connection.model<Post>('Post', schema);
}
