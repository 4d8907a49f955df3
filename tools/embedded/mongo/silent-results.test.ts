import { createConnection, mongo, type Connection } from 'mongoose';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encode } from './bson/encode.ts';
import { encodeKey } from './bson/keys.ts';
import { startMongo, type MongoServer } from './index.ts';
import { find } from './query/find.ts';
import { createEngine } from './storage/engine.ts';
import { createMemoryStorage } from './storage/memory.ts';

const { Binary, Decimal128, Long, MinKey } = mongo;

let server: MongoServer;
let connection: Connection;
beforeEach(async () => {
  server = await startMongo({ sweepMs: 20 });
  connection = await createConnection(server.uri('test'), { serverSelectionTimeoutMS: 3_000 }).asPromise();
});
afterEach(async () => {
  await connection.close();
  await server.stop();
});

interface Row extends mongo.Document {
  _id: number;
}
const rows = (name = 'rows') => connection.collection<Row>(name);
const command = (document: mongo.Document) => connection.db!.command(document);
const idsOf = async (filter: mongo.Filter<Row>, session?: mongo.ClientSession) => {
  const found = await rows()
    .find(filter, session ? { session } : {})
    .sort({ _id: 1 })
    .toArray();
  return found.map(({ _id }) => _id);
};

/** A transaction that has begun, with a first read or write that shows it. */
async function begin(first: (session: mongo.ClientSession) => Promise<unknown>) {
  const session = connection.getClient().startSession();
  session.startTransaction();
  await first(session);
  return {
    session,
    async abort() {
      await session.abortTransaction();
      await session.endSession();
    },
  };
}

describe('expiry', () => {
  it('spares a document whose date was moved while a transaction was open', async () => {
    await rows().createIndex({ at: 1 }, { expireAfterSeconds: 3_600 });
    await rows().insertOne({ _id: 1, at: new Date(Date.now() - 60_000) });
    const reader = await begin((session) => rows().findOne({ _id: 1 }, { session }));
    await rows().updateOne({ _id: 1 }, { $set: { at: new Date(Date.now() + 3_600_000) } });
    await command({ collMod: 'rows', index: { name: 'at_1', expireAfterSeconds: 1 } });
    await sleep(200);
    expect(await idsOf({})).toEqual([1]);
    await reader.abort();
  });
});

describe('a write that waits for a transaction', () => {
  it('changes every document once, also when the transaction held a unique value', async () => {
    await rows().createIndex({ place: 1 }, { unique: true });
    await rows().insertMany([1, 2, 3, 4, 5].map((_id) => ({ _id, place: _id, count: 0 })));
    const holder = await begin((session) => rows().insertOne({ _id: 9, place: 103 }, { session }));
    const updated = rows().updateMany({}, { $inc: { place: 100, count: 1 } });
    await sleep(100);
    await holder.abort();
    expect((await updated).modifiedCount).toBe(5);
    expect((await rows().find({}).toArray()).map(({ count }) => count)).toEqual([1, 1, 1, 1, 1]);
  });

  it('brings no collection back that was dropped meanwhile', async () => {
    await rows().insertOne({ _id: 1, n: 1 });
    const holder = await begin((session) => rows().updateOne({ _id: 1 }, { $set: { n: 2 } }, { session }));
    const waiting = rows().updateOne({ _id: 1 }, { $set: { n: 3 } });
    await sleep(100);
    await rows().drop();
    expect((await waiting).matchedCount).toBe(0);
    await holder.abort();
    expect(await connection.listCollections()).toEqual([]);
  });

  it('stops no server when its collection is replaced by a rename', async () => {
    await rows('old').insertOne({ _id: 1, n: 1 });
    await rows('new').insertOne({ _id: 2 });
    const holder = await begin((session) =>
      rows('old').updateOne({ _id: 1 }, { $set: { n: 2 } }, { session }),
    );
    const waiting = rows('old').updateMany({}, { $set: { n: 3 } });
    waiting.catch(() => undefined);
    await sleep(100);
    await rows('new').rename('old', { dropTarget: true });
    await expect(waiting).rejects.toMatchObject({ code: 175 });
    await holder.abort();
    expect(await rows('old').find({}).toArray()).toEqual([{ _id: 2 }]);
  });
});

describe('indexes', () => {
  it('built while a snapshot is open leave it what it saw', async () => {
    await rows().insertMany([
      { _id: 1, colour: 'red' },
      { _id: 2, colour: 'blue' },
    ]);
    const reader = await begin((session) => rows().findOne({ _id: 2 }, { session }));
    await rows().updateOne({ _id: 1 }, { $set: { colour: 'green' } });
    await rows().createIndex({ colour: 1 });
    expect(await idsOf({ colour: 'red' }, reader.session)).toEqual([1]);
    expect(await idsOf({ colour: 'green' }, reader.session)).toEqual([]);
    await reader.abort();
    expect(await idsOf({ colour: 'green' })).toEqual([1]);
  });

  it('are made all or none', async () => {
    await rows().insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ]);
    const wanted = [{ key: { b: 1 } as const }, { key: { a: 1 } as const, unique: true }];
    await expect(rows().createIndexes(wanted)).rejects.toMatchObject({ code: 11000 });
    expect((await rows().indexes()).map(({ name }) => name)).toEqual(['_id_']);
  });

  it.each<[string, object, number]>([
    ['unique', { unique: true }, 72],
    ['another partial filter', { partialFilterExpression: { a: 1 } }, 40415],
  ])('become %s by no collMod, which would have to look at every document', async (_, change, code) => {
    await rows().insertMany([
      { _id: 1, a: 1 },
      { _id: 2, a: 1 },
    ]);
    await rows().createIndex({ a: 1 });
    const changed = command({ collMod: 'rows', index: { name: 'a_1', ...change } });
    await expect(changed).rejects.toMatchObject({ code });
    expect(await idsOf({ a: 1 })).toEqual([1, 2]);
  });
});

describe('reading', () => {
  it('goes on in its snapshot in a session that asked for one, without a transaction', async () => {
    await rows().insertOne({ _id: 1 });
    const session = connection.getClient().startSession({ snapshot: true });
    expect(await idsOf({}, session)).toEqual([1]);
    await rows().insertOne({ _id: 2 });
    expect(await idsOf({}, session)).toEqual([1]);
    expect(await rows().distinct('_id', {}, { session })).toEqual([1]);
    await session.endSession();
    expect(await idsOf({})).toEqual([1, 2]);
  });

  it.each([false, true])(
    'tells decimals beyond 2^53 from their neighbours (indexed: %s)',
    async (indexed) => {
      if (indexed) await rows().createIndex({ n: 1 });
      const texts = ['9007199254740992', '9007199254740993', '9007199254740994'];
      await rows().insertMany(texts.map((text, _id) => ({ _id, n: Decimal128.fromString(text) })));
      expect(await idsOf({ n: Long.fromString('9007199254740993') })).toEqual([1]);
      expect(await idsOf({ n: { $gt: Long.fromString('9007199254740992') } })).toEqual([1, 2]);
    },
  );

  it.each([false, true])('finds every value above MinKey (indexed: %s)', async (indexed) => {
    if (indexed) await rows().createIndex({ a: 1 });
    const values = [1, 'text', true, new Date(0), null, { b: 1 }, new MinKey()];
    await rows().insertMany(values.map((a, _id) => ({ _id, a })));
    expect(await idsOf({ a: { $gt: new MinKey() } })).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await idsOf({ a: { $gte: new MinKey() } })).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('reads patterns as PCRE does', async () => {
    const texts = ['line\nabc\n', 'abc', 'xabc', 'a.c', 'ABC'];
    await rows().insertMany(texts.map((text, _id) => ({ _id, text })));
    const matching = ($regex: string) => idsOf({ text: { $regex } });
    expect(await matching(String.raw`\Aabc\z`)).toEqual([1]);
    expect(await matching('abc$')).toEqual([0, 1, 2]);
    expect(await matching(String.raw`^\Qa.c\E$`)).toEqual([3]);
    expect(await matching('^[[:upper:]]+$')).toEqual([4]);
  });

  it.each(['(?i)abc', '(?>a+)b', 'a++b', String.raw`(a)\1`, String.raw`\Gabc`])(
    'refuses the pattern %s, which only PCRE has',
    async (pattern) => {
      await rows().insertOne({ _id: 1, text: 'abc' });
      await expect(idsOf({ text: { $regex: pattern } })).rejects.toMatchObject({ code: 51091 });
    },
  );

  it('tests the bits of binary values', async () => {
    const flags = [Buffer.from([0b101]), Buffer.from([0b001]), Buffer.from([0b101, 0b1])];
    await rows().insertMany(flags.map((bytes, _id) => ({ _id, flags: new Binary(bytes) })));
    expect(await idsOf({ flags: { $bitsAllSet: [0, 2] } })).toEqual([0, 2]);
    expect(await idsOf({ flags: { $bitsAllSet: new Binary(Buffer.from([0, 1])) } })).toEqual([2]);
    expect(await idsOf({ flags: { $bitsAllClear: [2, 8] } })).toEqual([1]);
  });

  it('of a whole index in its order looks only at what the first batch holds', () => {
    const engine = createEngine(createMemoryStorage());
    const target = engine.collection('test.rows');
    engine.addIndexes(target, [{ key: { n: 1 }, name: 'n_1' }]);
    for (let n = 0; n < 5_000; n++) {
      const document = { _id: n, n };
      engine.insert(target, { id: encodeKey(n), document, bytes: encode(document) });
    }
    const { stream, execution } = find(target, engine.viewOf(), { sort: { n: -1 } });
    let found = 0;
    for (const one of stream) if (one && ++found === 101) break;
    expect(execution.sortedInMemory).toBe(false);
    expect(execution.statistics.documents).toBeLessThan(120);
    engine.close();
  });
});

describe('pipelines', () => {
  const computed = async (expression: unknown, document: mongo.Document = {}) => {
    await rows().insertOne({ ...document, _id: 1 });
    const [row] = await rows()
      .aggregate([{ $project: { _id: 0, value: expression } }])
      .toArray();
    return row?.['value'] as unknown;
  };
  const stages = (...pipeline: mongo.Document[]) => rows().aggregate(pipeline).toArray();

  it.each<[string, unknown, unknown]>([
    ['smaller than a number', { $lt: ['$none', 1] }, true],
    ['smaller than null', { $lt: ['$none', null] }, true],
    ['not null', { $eq: ['$none', null] }, false],
    ['missing like another', { $eq: ['$none', '$neither'] }, true],
    ['not above null', { $gt: ['$none', null] }, false],
  ])('find a missing field %s', async (_what, expression, value) => {
    expect(await computed(expression)).toBe(value);
  });

  it('push no missing value, and count a value that is no number as 0', async () => {
    await rows().insertMany([{ _id: 1, n: 2 }, { _id: 2 }, { _id: 3, n: 'x' }]);
    const all = { _id: null, pushed: { $push: '$n' }, sum: { $sum: '$n' }, mean: { $avg: '$n' } };
    expect(await stages({ $sort: { _id: 1 } }, { $group: all })).toEqual([
      { _id: null, pushed: [2, 'x'], sum: 2, mean: 2 },
    ]);
  });

  // oxlint-disable-next-line unicorn/no-thenable
  const neverTaken = { case: false, then: 1 };
  it.each<[string, unknown, number]>([
    ['$switch that finds no branch', { $switch: { branches: [neverTaken] } }, 40066],
    ['$size of what is no array', { $size: '$none' }, 17124],
    [
      '$dateAdd, whose ends of months are not ours',
      { $dateAdd: { startDate: '$$NOW', unit: 'month', amount: 1 } },
      168,
    ],
    ['$isoWeekYear', { $isoWeekYear: '$$NOW' }, 168],
    ['$isoWeek', { $isoWeek: '$$NOW' }, 168],
    ['$round', { $round: [2.5, 0] }, 168],
    ['$substrCP', { $substrCP: ['abc', 0, 1] }, 168],
    ['$toInt', { $toInt: '1' }, 168],
  ])('refuse %s by its name', async (_what, expression, code) => {
    await expect(computed(expression)).rejects.toMatchObject({ code });
  });

  it.each([
    ['$bucket', { groupBy: '$n', boundaries: [0, 1] }],
    ['$bucketAuto', { groupBy: '$n', buckets: 2 }],
    ['$sortByCount', '$n'],
    ['$setWindowFields', { output: {} }],
    ['$densify', { field: 'n', range: { step: 1, bounds: 'full' } }],
    ['$sample', { size: 1 }],
    ['$merge', 'others'],
    ['$out', 'others'],
  ])('refuse the stage %s by its name', async (name, body) => {
    await expect(stages({ [name]: body })).rejects.toMatchObject({
      code: 40324,
      message: expect.stringContaining(name),
    });
  });
});

it('a hint of a partial index that does not cover the filter is refused, where a real server finds fewer', async () => {
  await rows().createIndex({ due: 1 }, { name: 'new_due', partialFilterExpression: { state: 'new' } });
  await rows().insertMany([{ _id: 1, state: 'new' }, { _id: 2 }]);
  const hinted = rows().find({}).hint('new_due').toArray();
  await expect(hinted).rejects.toMatchObject({ code: 291 });
});

describe('statements', () => {
  beforeEach(async () => void (await rows().insertMany([{ _id: 1 }, { _id: 2 }])));

  it('that delete need to say how many', async () => {
    const deleted = command({ delete: 'rows', deletes: [{ q: {} }] });
    await expect(deleted).rejects.toMatchObject({ code: 40414 });
    expect(await idsOf({})).toEqual([1, 2]);
  });

  it('that update have no field that nobody knows', async () => {
    const updated = command({ update: 'rows', updates: [{ q: {}, u: { $set: { a: 1 } }, many: true }] });
    await expect(updated).rejects.toMatchObject({ code: 40415 });
    expect(await idsOf({ a: 1 })).toEqual([]);
  });

  it.each<[unknown, number]>([
    [10, 100],
    ['everywhere', 79],
  ])('acknowledged by w: %o say that nobody can do that', async (w, code) => {
    const reply = await command({ insert: 'rows', documents: [{ _id: 3 }], writeConcern: { w } }).catch(
      (error: unknown) => error,
    );
    expect(JSON.stringify(reply)).toContain(`"code":${code}`);
    expect(await idsOf({})).toEqual([1, 2, 3]);
  });
});
