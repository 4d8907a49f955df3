import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, connect as createTcpConnection, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'bson';
import { createConnection, mongo, type Connection } from 'mongoose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startMongo, type MongoOptions, type MongoServer } from './index.ts';

let directory: string;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'mongo-server-'));
});

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  rmSync(directory, { recursive: true });
});

async function start(options: MongoOptions = {}): Promise<MongoServer> {
  const server = await startMongo(options);
  stops.push(server.stop);
  return server;
}

async function connect(server: MongoServer): Promise<Connection> {
  const connection = createConnection(server.uri('test'), { serverSelectionTimeoutMS: 3000 });
  stops.push(() => connection.close());
  return connection.asPromise();
}

/** Sends one command over a raw socket and closes it when the reply begins. */
async function sendAndHangUp(port: number, command: object): Promise<void> {
  const body = serialize(command);
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(2013, 12);
  const socket = createTcpConnection(port, '127.0.0.1');
  socket.write(Buffer.concat([head, body]));
  await once(socket, 'data');
  socket.destroy();
}

describe('starting and stopping', () => {
  it('the server rejects to run in production', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    await expect(startMongo()).rejects.toMatchObject({ code: 'REFUSED_IN_PRODUCTION' });
    vi.unstubAllEnvs();
  });

  it('the server creates its directory for its owner only', async () => {
    const dataDir = join(directory, 'new', 'data');
    await start({ dataDir });
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    chmodSync(directory, 0o755);
    await start({ dataDir: directory });
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  it('the server rejects a directory that another server uses', async () => {
    await start({ dataDir: directory });
    await expect(startMongo({ dataDir: directory })).rejects.toMatchObject({ code: 'DATA_DIRECTORY_IN_USE' });
  });

  it('the server fails on a busy port and releases its directory', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(blocker.address()).not.toBeNull());
    const { port } = blocker.address() as AddressInfo;
    await expect(startMongo({ port, dataDir: directory })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    blocker.close();
    await start({ dataDir: directory });
  });

  it('the server has all its data after a restart', async () => {
    const first = await startMongo({ dataDir: directory });
    const writer = await createConnection(first.uri('test')).asPromise();
    const things = writer.collection('things');
    await things.createIndex({ a: 1, b: -1 }, { unique: true, partialFilterExpression: { b: { $gt: 0 } } });
    await things.createIndex({ at: 1 }, { expireAfterSeconds: 3600 });
    await things.insertMany([
      { a: 1, b: 1, big: 9007199254740993n },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ]);
    await things.updateOne({ a: 2 }, { $set: { c: 1 } });
    await things.deleteOne({ b: 2 });
    await writer.collection('emptied').insertOne({ x: 1 });
    await writer.collection('emptied').deleteMany({});
    await writer.collection('gone').insertOne({ x: 1 });
    await writer.collection('gone').drop();
    await writer.close();
    await first.stop();

    const second = await start({ dataDir: directory });
    const reader = await connect(second);
    const again = reader.collection('things');
    const options = { useBigInt64: true, projection: { _id: 0 } };
    expect(await again.find({}, options).toArray()).toEqual([
      { a: 1, b: 1, big: 9007199254740993n },
      { a: 2, b: 1, c: 1 },
    ]);
    expect(await again.indexes()).toHaveLength(3);
    await expect(again.insertOne({ a: 2, b: 1 })).rejects.toMatchObject({ code: 11000 });
    const names = (await reader.db!.listCollections().toArray()).map(({ name }) => name).sort();
    expect(names).toEqual(['emptied', 'things']);
  });

  it('the server rejects writes and still reads while the disk is full', async () => {
    const first = await startMongo({ dataDir: directory });
    const writer = await createConnection(first.uri('test')).asPromise();
    await writer.collection('things').insertOne({ a: 1 });
    await writer.close();
    await first.stop();

    const onFailure = vi.fn<(error: Error) => void>();
    const server = await start({ dataDir: directory, keepFreeBytes: Number.MAX_SAFE_INTEGER, onFailure });
    const connection = await connect(server);
    const things = connection.collection('things');
    await expect(things.insertOne({ a: 2 })).rejects.toMatchObject({ code: 14031 });
    await expect(
      connection.transaction((session) => things.updateOne({ a: 1 }, { $set: { a: 3 } }, { session })),
    ).rejects.toMatchObject({ code: 14031 });
    expect(await things.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ a: 1 }]);
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('the server keeps no data without a directory', async () => {
    const first = await startMongo();
    const writer = await createConnection(first.uri('test')).asPromise();
    await writer.collection('things').insertOne({ a: 1 });
    await writer.close();
    await first.stop();
    const reader = await connect(await start());
    expect(await reader.collection('things').countDocuments()).toBe(0);
  });
});

describe('unsupported features', () => {
  let connection: Connection;
  beforeEach(async () => {
    connection = await connect(await start());
    await connection.collection('things').insertOne({ a: 1 });
  });
  const db = () => connection.db!;
  const things = () => connection.collection('things');

  it.each<[string, () => Promise<unknown>, object]>([
    [
      'a sort of an update (MongoDB 8)',
      () => db().command({ update: 'things', updates: [{ q: {}, u: { $set: { b: 1 } }, sort: { a: 1 } }] }),
      { code: 40415 },
    ],
    [
      'collations',
      () =>
        things()
          .find({}, { collation: { locale: 'en' } })
          .toArray(),
      { code: 40415 },
    ],
    ['text indexes', () => things().createIndex({ a: 'text' }), { code: 67 }],
    ['wildcard indexes', () => things().createIndex({ '$**': 1 }), { code: 67 }],
    ['capped collections', () => db().createCollection('c', { capped: true, size: 1000 }), { code: 40415 }],
    ['validators', () => db().createCollection('c', { validator: { a: 1 } }), { code: 40415 }],
    ['views', () => db().createCollection('c', { viewOn: 'things' }), { code: 40415 }],
    ['change streams', () => things().watch().next(), { code: 40324 }],
    [
      'positional projection',
      () =>
        things()
          .find({ a: 1 }, { projection: { 'a.$': 1 } })
          .toArray(),
      { code: 2 },
    ],
    ['tailable cursors', () => things().find({}, { tailable: true }).toArray(), { code: 40415 }],
    [
      'explained collations',
      () => db().command({ explain: { find: 'things', collation: {} } }),
      { code: 40415 },
    ],
    [
      'bulkWrite of the client',
      () => db().admin().command({ bulkWrite: 1, ops: [], nsInfo: [] }),
      { code: 59 },
    ],
    [
      'logging in',
      () => db().admin().command({ saslStart: 1, mechanism: 'PLAIN', payload: '' }),
      { code: 59 },
    ],
    ['map and reduce', () => db().command({ mapReduce: 'things', map: '', reduce: '' }), { code: 59 }],
    ['eval', () => db().command({ eval: 'process.exit(1)' }), { code: 59 }],
  ])('the server returns an error for %s and stays usable', async (_, attempt, error) => {
    await expect(attempt()).rejects.toMatchObject(error);
    expect(await things().countDocuments()).toBe(1);
  });

  it('the server ends sessions: their transactions and cursors with them', async () => {
    await things().insertMany(Array.from({ length: 200 }, (_, n) => ({ n })));
    const session = await connection.startSession();
    session.startTransaction();
    await things().updateOne({ a: 1 }, { $set: { a: 2 } }, { session });
    await db().command({ killSessions: [session.id] });
    await things().updateOne({ a: 1 }, { $set: { b: 3 } });
    await expect(session.commitTransaction()).rejects.toMatchObject({ code: 251 });
    await session.endSession();
    expect(await things().findOne({ a: 1 })).toMatchObject({ b: 3 });
  });

  it('the server keeps the transaction of a closed connection until its lifetime ends, so a retried commit succeeds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const first = { startTransaction: true, autocommit: false, txnNumber: mongo.Long.fromNumber(1) };
    const updates = [{ q: { a: 1 }, u: { $set: { a: 2 } } }];
    const lsid = { id: new mongo.UUID() };
    await sendAndHangUp(connection.port, { update: 'things', updates, lsid, ...first, $db: 'test' });
    vi.advanceTimersByTime(4_000);
    vi.useRealTimers();
    const commit = { commitTransaction: 1, lsid, txnNumber: first.txnNumber, autocommit: false };
    await sendAndHangUp(connection.port, { ...commit, $db: 'admin' });
    expect(await things().countDocuments({ a: 2 })).toBe(1);
  });

  it('the server gives up waiting for a transaction after maxTimeMS', async () => {
    const session = await connection.startSession();
    session.startTransaction();
    await things().updateOne({ a: 1 }, { $set: { a: 2 } }, { session });
    const waiting = db().command({
      update: 'things',
      updates: [{ q: { a: 1 }, u: { $set: { c: 1 } } }],
      maxTimeMS: 60,
    });
    await expect(waiting).rejects.toMatchObject({ code: 50 });
    await session.abortTransaction();
    await session.endSession();
  });

  it('the server rejects an old transaction number', async () => {
    const lsid = { id: new mongo.UUID() };
    const insert = (txnNumber: number, a: number) =>
      db().command({
        insert: 'things',
        documents: [{ a }],
        lsid,
        txnNumber: mongo.Long.fromNumber(txnNumber),
      });
    await insert(2, 10);
    await insert(2, 10);
    expect(await things().countDocuments({ a: 10 })).toBe(1);
    await expect(insert(1, 11)).rejects.toMatchObject({ code: 225 });
  });
});
