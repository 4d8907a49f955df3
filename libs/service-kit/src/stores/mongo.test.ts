import { Unavailable } from '@kumbuka/contracts';
import { createLog } from '@kumbuka/runtime';
import { startTestMongo, type TestMongo } from '@kumbuka/testing/servers';
import mongoose from 'mongoose';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchCommands } from '../testing/watch-commands.ts';
import { createIdAllocator } from './ids.ts';
import { asProductError } from './as-product-error.ts';
import { inTransaction } from './in-transaction.ts';
import { prepareCollections } from './prepare-collections.ts';
import { connectMongo, type Mongo } from './mongo.ts';

let server: TestMongo;
let mongo: Mongo;

beforeAll(async () => {
  server = await startTestMongo();
  mongo = connectMongo({ url: server.uri(''), database: 'stores', log: createLog('stores', 'silent') });
  await mongo.start();
});
afterAll(async () => {
  await mongo.stop();
  await server.end();
});

it('parallel allocators hand out every id once', async () => {
  const ids = createIdAllocator(mongo.connection, 10);
  const other = createIdAllocator(mongo.connection, 10);
  const taken = await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 ? ids : other).next('thing')));
  const more = await ids.take('thing', 25);
  expect(new Set([...taken, ...more]).size).toBe(85);
});

it('each collection is created once with its indexes, and not again by Mongoose for each index', async () => {
  const url = server.uri('prepared');
  const collections = ['books', 'pages'];
  const watched = watchCommands({ url, database: 'prepared', collections });
  const { connection } = watched.mongo;
  await watched.mongo.start();
  const book = new mongoose.Schema({ title: String, year: Number }, { collection: 'books' });
  connection.model('Book', book.index({ title: 1 }).index({ year: 1 }));
  const page = new mongoose.Schema({ text: String }, { collection: 'pages' });
  const models = [connection.model('Page', page), connection.model('Atlas', book)];
  const start = () =>
    watched.commandsOf(async () => {
      await Promise.all(models.map((model) => model.init()));
      await prepareCollections(connection);
    });
  expect(await start()).toEqual(['createIndexes books', 'create pages']);
  expect(await start()).toEqual(['createIndexes books', 'create pages']);
  expect((await connection.collection('books').indexes()).map(({ name }) => name)).toEqual([
    '_id_',
    'title_1',
    'year_1',
  ]);
  await watched.mongo.stop();
});

it('the TTL of an index changes when an older process created it with another one', async () => {
  const connection = await mongoose.createConnection(server.uri('lifetimes')).asPromise();
  const notes = connection.collection('notes');
  await notes.createIndex({ endsAt: 1 }, { expireAfterSeconds: 0 });
  const schema = new mongoose.Schema({ endsAt: Date }, { collection: 'notes', autoIndex: false });
  connection.model('Note', schema.index({ endsAt: 1 }, { expireAfterSeconds: 86_400 }));
  await prepareCollections(connection);
  expect((await notes.indexes()).map(({ expireAfterSeconds }) => expireAfterSeconds)).toEqual([
    undefined,
    86_400,
  ]);
  await connection.close();
});

it('a failed transaction is rolled back', async () => {
  const rows = mongo.connection.collection('rows');
  await rows.insertOne({ n: 1 });
  const failing = inTransaction(mongo.connection, async (session) => {
    await rows.insertOne({ n: 2 }, { session });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await rows.countDocuments({})).toBe(1);
});

it('a process that stops while it waits for MongoDB does not wait any longer', async () => {
  const waiting = connectMongo({
    url: 'mongodb://127.0.0.1:9/?directConnection=true',
    database: 'absent',
    log: createLog('absent', 'silent'),
  });
  const started = waiting.start();
  await pause(100);
  const began = performance.now();
  await waiting.stop();
  await started;
  expect(performance.now() - began).toBeLessThan(3_000);
});

it('a write conflict outside of a transaction is a 503, not a 500', () => {
  const conflict = new mongoose.mongo.MongoServerError({ code: 112, errmsg: 'WriteConflict' });
  expect(asProductError(conflict)).toBeInstanceOf(Unavailable);
});
