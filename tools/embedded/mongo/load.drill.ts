import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mongoose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMongo, type MongoServer } from './index.ts';

let directory: string;
let server: MongoServer;
let connection: Connection;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'mongo-load-'));
});
afterEach(async () => {
  await connection.close();
  await server.stop();
  rmSync(directory, { recursive: true });
});

async function start(dataDir?: string): Promise<void> {
  server = await startMongo(dataDir === undefined ? {} : { dataDir });
}
async function connect(): Promise<void> {
  connection = await createConnection(server.uri('test')).asPromise();
}

it('the server loads 50,000 documents in a few seconds', async () => {
  const many = () => connection.collection('many');
  await start(directory);
  await connect();
  await many().createIndex({ owner: 1, n: 1 });
  for (let part = 0; part < 5; part++) {
    const rows = Array.from({ length: 10_000 }, (_, n) => ({
      owner: n % 50,
      n: part * 10_000 + n,
      text: 'a card',
    }));
    await many().insertMany(rows);
  }
  await connection.close();
  await server.stop();
  const before = process.threadCpuUsage();
  await start(directory);
  expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(5000);
  await connect();
  const page = await many().find({ owner: 7 }).sort({ n: -1 }).limit(1).toArray();
  expect(page).toMatchObject([{ n: 49_957 }]);
  expect(await many().countDocuments({ owner: 7 })).toBe(1000);
}, 30_000);

describe('a collection of 30,000 documents', () => {
  const count = 30_000;
  beforeEach(async () => {
    await start();
    await connect();
    await many().insertMany(
      Array.from({ length: count }, (_, n) => ({ n: (n * 7_919) % count, text: `card ${n}` })),
    );
    await many().createIndex({ n: 1 });
  });
  const many = () => connection.collection('many');

  it.each<[string, () => Promise<unknown>]>([
    [
      'looked through',
      () =>
        many()
          .find({ text: /nobody$/ })
          .toArray(),
    ],
    ['put in order', () => many().find({}).sort({ text: 1 }).limit(1).toArray()],
    [
      'grouped',
      () =>
        many()
          .aggregate([{ $group: { _id: '$n', count: { $sum: 1 } } }, { $limit: 1 }])
          .toArray(),
    ],
    ['changed', () => many().updateMany({}, { $set: { seen: true } })],
    ['deleted', () => many().deleteMany({ n: { $gte: 0 } })],
  ])('other requests do not wait while 30,000 documents of a collection are %s', async (_what, work) => {
    const order: string[] = [];
    const worked = work().then(() => order.push('work'));
    await connection.db!.command({ ping: 1 });
    order.push('ping');
    await worked;
    expect(order).toEqual(['ping', 'work']);
  });
});
