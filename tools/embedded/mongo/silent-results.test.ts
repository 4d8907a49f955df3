import { createConnection, mongo, type Connection } from 'mongoose';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encode } from './bson/encode.ts';
import { encodeKey } from './bson/keys.ts';
import { startMongo, type MongoServer } from './index.ts';
import { find } from './query/find.ts';
import { createEngine } from './storage/engine.ts';
import { createMemoryStorage } from './storage/memory.ts';

const { Long } = mongo;

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

/** Begins a transaction with a first read or write. */
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
  it('keeps a document whose date was changed while a transaction was open', async () => {
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

  it('does not recreate a collection that was dropped meanwhile', async () => {
    await rows().insertOne({ _id: 1, n: 1 });
    const holder = await begin((session) => rows().updateOne({ _id: 1 }, { $set: { n: 2 } }, { session }));
    const waiting = rows().updateOne({ _id: 1 }, { $set: { n: 3 } });
    await sleep(100);
    await rows().drop();
    expect((await waiting).matchedCount).toBe(0);
    await holder.abort();
    expect(await connection.listCollections()).toEqual([]);
  });

  it('does not stop the server when a drop removes its collection', async () => {
    await rows('old').insertOne({ _id: 1, n: 1 });
    const holder = await begin((session) =>
      rows('old').updateOne({ _id: 1 }, { $set: { n: 2 } }, { session }),
    );
    const waiting = rows('old').updateMany({}, { $set: { n: 3 } });
    waiting.catch(() => undefined);
    await sleep(100);
    await rows('old').drop();
    await expect(waiting).rejects.toMatchObject({ code: 175 });
    await holder.abort();
    expect(await rows('old').find({}).toArray()).toEqual([]);
  });
});

describe('indexes', () => {
  it('an index that is built while a snapshot is open does not change the snapshot', async () => {
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

  it('one command creates all its indexes or none', async () => {
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
    ['another partial filter', { partialFilterExpression: { a: 1 } }, 72],
  ])('collMod rejects to make an index %s, which would require a scan', async (_, change, code) => {
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
  it('a session with snapshot reads keeps its snapshot without a transaction', async () => {
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
    'queries distinguish integers beyond 2^53 from their neighbours (indexed: %s)',
    async (indexed) => {
      if (indexed) await rows().createIndex({ n: 1 });
      const texts = ['9007199254740992', '9007199254740993', '9007199254740994'];
      await rows().insertMany(texts.map((text, _id) => ({ _id, n: Long.fromString(text) })));
      expect(await idsOf({ n: Long.fromString('9007199254740993') })).toEqual([1]);
      expect(await idsOf({ n: { $gt: Long.fromString('9007199254740992') } })).toEqual([1, 2]);
    },
  );

  it.each([
    ['(?i)abc', '('],
    ['a++b', 'quantifier'],
    [String.raw`\d`, String.raw`\d`],
    ['[[:upper:]]', 'class'],
    ['a*b*c*d*', 'repetitions'],
  ])('queries reject the pattern %s, which no service uses, and name %s', async (pattern, name) => {
    await rows().insertOne({ _id: 1, text: 'abc' });
    const found = idsOf({ text: new mongo.BSONRegExp(pattern) });
    await expect(found).rejects.toMatchObject({ code: 51091, message: expect.stringContaining(name) });
  });

  it('a whole index in order examines only the documents of the first batch', () => {
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
  const stages = (...pipeline: mongo.Document[]) => rows().aggregate(pipeline).toArray();

  it('count a value that is no number as 0', async () => {
    await rows().insertMany([{ _id: 1, n: 2 }, { _id: 2 }, { _id: 3, n: 'x' }]);
    expect(await stages({ $group: { _id: null, sum: { $sum: '$n' } } })).toEqual([{ _id: null, sum: 2 }]);
  });

  it.each<[string, object]>([
    ['$bucket', { $bucket: { groupBy: '$n', boundaries: [0, 1] } }],
    ['$facet', { $facet: { all: [] } }],
    ['$lookup', { $lookup: { from: 'others', localField: 'a', foreignField: 'b', as: 'c' } }],
    ['$skip', { $skip: 1 }],
    ['$out', { $out: 'others' }],
    ['$setWindowFields', { $setWindowFields: {} }],
    ['$where', { $match: { $where: 'true' } }],
    ['$jsonSchema', { $match: { $jsonSchema: {} } }],
    ['$text', { $match: { $text: { $search: 'a' } } }],
    ['$near', { $match: { a: { $near: [0, 0] } } }],
    ['$project', { $project: { n: 1 } }],
    ['$unwind', { $unwind: '$n' }],
    ['$merge', { $merge: 'others' }],
    ['$avg', { $group: { _id: null, n: { $avg: '$n' } } }],
    ['$add', { $group: { _id: null, n: { $sum: { $add: ['$n', 1] } } } }],
    ['$$ROOT', { $group: { _id: '$$ROOT' } }],
    ['$nor', { $match: { $nor: [{ n: 1 }] } }],
    ['$type', { $match: { n: { $type: 'int' } } }],
    ['$expr', { $match: { $expr: { $gt: ['$n', 1] } } }],
    ['$elemMatch', { $match: { n: { $elemMatch: { a: 1 } } } }],
  ])('reject %s by name', async (name, stage) => {
    await expect(stages(stage)).rejects.toMatchObject({
      message: expect.stringContaining(`${name} is not supported`),
    });
  });
});

describe('writes', () => {
  it.each<[string, object]>([
    ['$bit', { $bit: { n: { or: 1 } } }],
    ['$rename', { $rename: { n: 'm' } }],
    ['$addToSet', { $addToSet: { n: 1 } }],
    ['$[]', { $inc: { 'n.$[]': 1 } }],
    ['NaN', { $inc: { n: NaN } }],
    ['scripts', { $set: { n: new mongo.Code('1') } }],
    ['MinKeys', { $set: { n: new mongo.MinKey() } }],
    ['decimals', { $set: { n: mongo.Decimal128.fromString('0.1') } }],
    ['$slice of $push', { $push: { n: { $each: [], $slice: 1 } } }],
    ['the positional operator $', { $set: { 'n.$': 1 } }],
    ['an update pipeline', [{ $set: { n: 1 } }]],
  ])('reject %s by name and change nothing', async (name, change) => {
    await rows().insertOne({ _id: 1, n: [0] });
    const update = rows().updateOne({ _id: 1, n: 0 }, change);
    await expect(update).rejects.toMatchObject({ message: expect.stringContaining(name) });
    await expect(update).rejects.toMatchObject({ message: expect.stringContaining('not supported') });
    expect(await rows().findOne({})).toEqual({ _id: 1, n: [0] });
  });
});

it('a hint of a partial index that does not cover the filter is rejected, where a real server finds fewer documents', async () => {
  await rows().createIndex({ due: 1 }, { name: 'new_due', partialFilterExpression: { state: 'new' } });
  await rows().insertMany([{ _id: 1, state: 'new' }, { _id: 2 }]);
  const hinted = rows().find({}).hint('new_due').toArray();
  await expect(hinted).rejects.toMatchObject({ code: 291 });
});

describe('statements', () => {
  beforeEach(async () => void (await rows().insertMany([{ _id: 1 }, { _id: 2 }])));

  it('a delete statement without a limit is rejected', async () => {
    const deleted = command({ delete: 'rows', deletes: [{ q: {} }] });
    await expect(deleted).rejects.toMatchObject({ code: 40414 });
    expect(await idsOf({})).toEqual([1, 2]);
  });

  it('an update statement with an unknown field is rejected', async () => {
    const updated = command({ update: 'rows', updates: [{ q: {}, u: { $set: { a: 1 } }, many: true }] });
    await expect(updated).rejects.toMatchObject({ code: 40415 });
    expect(await idsOf({ a: 1 })).toEqual([]);
  });

  it.each<[unknown, number]>([
    [10, 100],
    ['everywhere', 79],
  ])('a write with w: %o, which one server cannot acknowledge, is rejected', async (w, code) => {
    const reply = await command({ insert: 'rows', documents: [{ _id: 3 }], writeConcern: { w } }).catch(
      (error: unknown) => error,
    );
    expect(JSON.stringify(reply)).toContain(`"code":${code}`);
    expect(await idsOf({})).toEqual([1, 2, 3]);
  });
});
