import { mongo } from 'mongoose';
import { describe, expect, it } from 'vitest';
import { useDatabase, type MongoSuiteOptions } from './context.ts';

interface Row extends mongo.Document {
  _id: number;
}

/** Cases of results that were once wrong without an error. */
export function silentResultsSuite(options: MongoSuiteOptions): void {
  describe('results that were once silently wrong', () => {
    const collections = useCollections(options);
    patternCases(collections);
    pathCases(collections);
    upsertCases(collections);
    rejectionCases(collections);
    numberNameCases(collections);
  });
}

function useCollections(options: MongoSuiteOptions) {
  const database = useDatabase(options);
  /** Creates a collection with the documents. */
  async function filled(documents: readonly object[]): Promise<mongo.Collection<Row>> {
    const rows = database()
      .getClient()
      .db(database().name)
      .collection<Row>(`silent_${new mongo.ObjectId().toHexString()}`);
    if (documents.length > 0) await rows.insertMany(documents as Row[]);
    return rows;
  }
  /** Returns the ids of the documents that a filter finds. */
  async function idsFound(documents: readonly object[], filter: object) {
    const rows = await filled(documents);
    const all = await rows.find(filter).sort({ _id: 1 }).toArray();
    return all.map(({ _id }) => _id);
  }
  return { database, filled, idsFound };
}
type Collections = ReturnType<typeof useCollections>;

function patternCases({ idsFound }: Collections) {
  const texts = ['😀', 'a😀', '', 'b', '\n😀'].map((text, _id) => ({ _id, text }));

  it.each<[RegExp, number[]]>([
    [/^$/, [2]],
    [/^[ a]*$/, [2]],
    [/^[^a]*$/, [0, 2, 3, 4]],
    [/^.$/, [0, 3]],
    [/^😀/, [0]],
  ])('the pattern %s matches no position inside an emoji', async (pattern, ids) => {
    expect(await idsFound(texts, { text: pattern })).toEqual(ids);
    const others = [0, 1, 2, 3, 4].filter((id) => !ids.includes(id));
    expect(await idsFound(texts, { text: { $nin: [pattern] } })).toEqual(others);
  });

  it('$eq with a regular expression finds the equal stored regular expressions', async () => {
    const rows = [
      { _id: 1, a: 'a' },
      { _id: 2, a: /a/ },
    ];
    expect(await idsFound(rows, { a: { $eq: /a/ } })).toEqual([2]);
  });
}

function pathCases({ idsFound }: Collections) {
  const nested = [
    { _id: 1, a: [[1]] },
    { _id: 2, a: [1] },
    { _id: 3, a: [{ c: 1 }] },
    { _id: 4, a: [[{ c: 1 }]] },
    { _id: 5, a: [] },
    { _id: 6, a: [[]] },
  ];

  it.each<[string, object, number[]]>([
    ['does not search the elements of a value at a position', { 'a.0': 1 }, [2]],
    ['finds the whole value at a position', { 'a.0': [1] }, [1]],
    ['treats no field below a scalar at a position as missing', { 'a.0.c': { $in: [null] } }, [3]],
    ['searches a document at a position', { 'a.0.c': 1 }, [3, 4]],
  ])('a path through arrays %s', async (_, filter, ids) => {
    expect(await idsFound(nested, filter)).toEqual(ids);
  });
}

function upsertCases({ filled }: Collections) {
  const upserted = async (filter: object) => {
    const rows = await filled([]);
    await rows.updateOne(filter, { $set: { z: 1 } }, { upsert: true });
    return rows.findOne({}, { projection: { _id: 0 } });
  };

  it.each<[string, object, object]>([
    ['no pattern of $in', { b: { $in: [/^a/] } }, { z: 1 }],
    ['the only value of $in', { b: { $in: [1, 1] } }, { b: 1, z: 1 }],
  ])('an upsert stores %s', async (_, filter, document) => {
    expect(await upserted(filter)).toEqual(document);
  });

  it('an upsert stores the values of the filter in the order of their paths', async () => {
    expect(Object.keys((await upserted({ k: 1, b: 2 })) ?? {})).toEqual(['b', 'k', 'z']);
  });

  it.each([[{ k: 1, 'k.x': 2 }], [{ k: 1, $and: [{ k: 1 }] }]])(
    'MongoDB rejects an upsert whose filter %o contains a path twice',
    async (filter) => {
      await expect(upserted(filter)).rejects.toMatchObject({ code: 54 });
    },
  );

  it('an upsert by replacement keeps an _id of null', async () => {
    const rows = await filled([]);
    await rows.replaceOne({ _id: null as never }, { a: 1 }, { upsert: true });
    expect(await rows.findOne({})).toEqual({ _id: null, a: 1 });
  });
}

function rejectionCases({ database, filled }: Collections) {
  it.each([[{ a: 1, 'a.b': 1 }], [{ a: 1, b: 0 }], [{ 'a.': 1 }], [{ $x: 1 }]])(
    'a findAndModify with the invalid projection %o writes nothing',
    async (projection) => {
      const rows = await filled([{ _id: 1, n: 0 }]);
      const update = rows.findOneAndUpdate({ _id: 1 }, { $set: { n: 1 } }, { projection });
      await expect(update).rejects.toBeInstanceOf(mongo.MongoServerError);
      const removal = rows.findOneAndDelete({ _id: 1 }, { projection });
      await expect(removal).rejects.toBeInstanceOf(mongo.MongoServerError);
      const nobody = rows.findOneAndUpdate({ _id: 2 }, { $set: { n: 1 } }, { projection });
      await expect(nobody).rejects.toBeInstanceOf(mongo.MongoServerError);
      expect(await rows.find({}).toArray()).toEqual([{ _id: 1, n: 0 }]);
    },
  );

  it.each<[string, (name: string) => mongo.Document]>([
    ['an unknown option of a find', (name) => ({ find: name, nonsense: 1 })],
    ['a limit that is no number', (name) => ({ find: name, limit: 'x' })],
    ['an unknown option of a distinct', (name) => ({ distinct: name, key: 'n', nonsense: 1 })],
    ['an operator that does not exist', (name) => ({ find: name, filter: { n: { $nonsense: 1 } } })],
    ['a new index', (name) => ({ createIndexes: name, indexes: [{ key: { q: 1 }, name: 'q' }] })],
  ])('a transaction is aborted by %s', async (_, command) => {
    const rows = await filled([{ _id: 1, n: 0 }]);
    const session = database().getClient().startSession();
    session.startTransaction();
    await rows.updateOne({ _id: 1 }, { $set: { n: 1 } }, { session });
    const rejected = database()
      .getClient()
      .db(database().name)
      .command(command(rows.collectionName), { session });
    await expect(rejected).rejects.toBeInstanceOf(mongo.MongoServerError);
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 });
    await session.endSession();
    expect(await rows.findOne({})).toEqual({ _id: 1, n: 0 });
  });
}

const REFUSED_BY_NAME = 'field names that are whole numbers are not supported';

/** JavaScript moves whole numbers as names to the front. A server must keep their order or reject them by name. */
function numberNameCases({ filled }: Collections) {
  const isRefused = (error: unknown): boolean =>
    error instanceof mongo.MongoServerError && error.message.includes(REFUSED_BY_NAME);
  const orderOf = async (rows: mongo.Collection<Row>, path: string) => {
    const raw = (await rows.findOne({}, { raw: true })) as unknown as Uint8Array;
    const text = Buffer.from(raw).toString('latin1');
    return [`_id\0`, path].map((name) => text.indexOf(name));
  };

  it.each<[string, (rows: mongo.Collection<Row>) => Promise<unknown>]>([
    [
      'inserted',
      (rows) =>
        rows.insertOne(
          new Map<string, unknown>([
            ['_id', 1],
            ['7', 1],
          ]) as never,
        ),
    ],
    ['inserted without _id', (rows) => rows.insertOne({ '7': 1 } as never, { forceServerObjectId: true })],
    [
      'set',
      async (rows) => {
        await rows.insertOne({ _id: 1 });
        await rows.updateOne({ _id: 1 }, { $set: { '7': 1 } });
      },
    ],
  ])(
    'MongoDB keeps a field with a whole number as its name after _id when it is %s, or rejects it by name',
    async (_, write) => {
      const rows = await filled([]);
      const error = await write(rows).catch((caught: unknown) => caught);
      if (isRefused(error)) return;
      const [id, number] = await orderOf(rows, '7\0');
      expect(id).toBeGreaterThan(0);
      expect(number).toBeGreaterThan(id!);
    },
  );

  it('MongoDB distinguishes documents by the order of fields with whole numbers as names, or rejects them by name', async () => {
    const rows = await filled([]);
    const counts = (...names: string[]) => new Map(names.map((name) => [name, 1]));
    const error = await rows
      .insertOne({ _id: 1, counts: counts('b', '10', '2') })
      .catch((caught: unknown) => caught);
    const count = () => rows.countDocuments({ counts: counts('2', '10', 'b') });
    const result = await count().catch((caught: unknown) => caught);
    expect(isRefused(error) ? isRefused(result) : result === 0).toBe(true);
  });
}
