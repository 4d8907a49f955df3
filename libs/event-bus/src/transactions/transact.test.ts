import { Unavailable } from '@kumbuka/contracts';
import { startTestMongo, type TestMongo } from '@kumbuka/testing/servers';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import { transactOnce } from './transact.ts';

interface Row {
  _id: number;
}

let mongo: TestMongo;
let connection: Connection;

beforeAll(async () => {
  mongo = await startTestMongo();
  connection = await mongoose.createConnection(mongo.uri('rows')).asPromise();
  await connection.createCollection('rows');
});
afterAll(async () => {
  await connection.close();
  await mongo.end();
});

const count = (_id: number, session: ClientSession) =>
  connection.collection<Row>('rows').updateOne({ _id }, { $inc: { count: 1 } }, { upsert: true, session });

/** The same connection with delayed admin commands, as under load. */
function busy(lateMs = 60): Connection {
  const command = async (fields: object) => {
    await pause(lateMs);
    return connection.db!.admin().command(fields);
  };
  return Object.create(connection, { db: { value: { admin: () => ({ command }) } } }) as Connection;
}

/** Runs a transaction that reuses the session of a failed one. */
async function transactAfter(failed: Promise<unknown>, _id: number) {
  await failed.catch(() => undefined);
  // The driver has the session back once the transaction is aborted.
  await pause(20);
  return transactOnce(connection, async (session) => {
    await count(_id, session);
    await pause(100);
    return count(_id, session);
  });
}

it('a conflict does not abort the transaction of another request, which then got a 503', async () => {
  await transactOnce(connection, async (holder) => {
    await count(1, holder);
    const conflict = transactOnce(busy(), (session) => count(1, session));
    expect(await transactAfter(conflict, 2)).toMatchObject({ modifiedCount: 1 });
  });
});

it('an outage does not abort the transaction of another request', async () => {
  const outage = transactOnce(busy(), async (session) => {
    await count(3, session);
    throw new Unavailable();
  });
  expect(await transactAfter(outage, 4)).toMatchObject({ modifiedCount: 1 });
});

it('work that continues after its transaction was aborted writes nothing', async () => {
  const rows = connection.collection<Row>('rows');
  let continued: Promise<unknown> = Promise.resolve();
  const abandoned = transactOnce(busy(2_000), async (session) => {
    await count(5, session);
    continued = pause(100).then(() => count(6, session));
    throw new Unavailable();
  });
  await expect(abandoned).rejects.toThrow(Unavailable);
  await expect(continued).rejects.toThrow(mongoose.mongo.MongoExpiredSessionError);
  expect(await rows.countDocuments({ _id: { $in: [5, 6] } })).toBe(0);
});
