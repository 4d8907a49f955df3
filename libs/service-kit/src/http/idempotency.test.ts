import { createHash } from 'node:crypto';
import { Unavailable } from '@kumbuka/contracts';
import { createOutbox, type CrashPoint } from '@kumbuka/event-bus';
import { createLog } from '@kumbuka/runtime';
import { startStack, type TestStack } from '@kumbuka/testing';
import mongoose, { type ClientSession } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectMongo, type Mongo } from '../stores/mongo.ts';
import { createTransactions } from '../stores/transact.ts';
import { createIdempotency } from './idempotency.ts';

let stack: TestStack;
let mongo: Mongo;
let diesAt: CrashPoint | null = null;
let counter = 0;

beforeAll(async () => {
  stack = await startStack();
  mongo = connectMongo({ url: stack.env.MONGO_URL, database: 'keys', log: createLog('keys', 'silent') });
  await mongo.start();
  await createOutbox({ connection: mongo.connection }).prepare();
  await idempotency().prepare();
  await mongo.connection.createCollection('things');
});
afterAll(async () => {
  await mongo.stop();
  await stack.stop();
});
beforeEach(async () => {
  diesAt = null;
  await things().deleteMany({});
});

const things = () => mongo.connection.collection<{ name: string; n: number }>('things');
const keys = () =>
  mongo.connection.collection<{ _id: string; attempt: string; answer: unknown }>('idempotency_keys');
const testSecret = 'secret of the tests';
/** The times of production, divided; many heartbeats fit into the time after which an attempt counts as dead. */
const times = { heartbeatMs: 40, stalledAfterMs: 600, waitMs: 900 };
/** A retry that takes over is not rejected after a stall. */
const longWaitTimes = { ...times, waitMs: 30_000 };
const idempotency = (secrets: [string, ...string[]] = [testSecret], ownTimes = times) =>
  createIdempotency({ connection: mongo.connection, secrets, times: ownTimes });

/** A separate process, whose memory is lost when it dies. */
function aProcess(secrets?: [string, ...string[]], ownTimes = times) {
  const own = idempotency(secrets, ownTimes);
  const { transact } = createTransactions({
    connection: mongo.connection,
    outbox: createOutbox({ connection: mongo.connection }),
    idempotency: own,
    storesIn: (session) => ({
      insert: (name: string, n: number) => things().insertOne({ name, n }, { session }),
    }),
    toEnvelope: () => {
      throw new Error('No events here.');
    },
    crashAt: (point) => {
      if (point === diesAt) throw new Error(`died ${point}`);
    },
  });
  const make = (
    key: string,
    body: object = { name: 'a' },
    meanwhile: () => Promise<unknown> = async () => null,
  ) =>
    own.once(
      { operation: 'makeThing', caller: 7, key, body },
      () =>
        transact(async ({ insert, rememberResponse }) => {
          const n = ++counter;
          await insert(key, n);
          await meanwhile();
          return rememberResponse(n);
        }),
      (n) => ({ status: 201, body: { n } }),
    );
  return { make };
}
const made = (name: string) => things().countDocuments({ name });

it('a phone number cannot be recovered from the stored hash of a body', async () => {
  const body = { phone_number: '254712345678' };
  await aProcess().make('phone', body);
  const row = await keys().findOne({ _id: 'makeThing:7:phone' });
  const plain = createHash('sha256').update(JSON.stringify(body)).digest('base64');
  expect(row).toMatchObject({ bodyHash: expect.stringMatching(/^[\w+/]{43}=$/) });
  expect(row).not.toMatchObject({ bodyHash: plain });
});

describe('a connection to MongoDB that breaks while another one of its pool has broken', () => {
  const broken = () => new mongoose.mongo.MongoNetworkError('connection 18 to 127.0.0.1 closed');
  /** The driver throws this error of Node as it is. */
  const closed = () =>
    Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });

  it.each([
    ['a request with a key, which takes effect once', 'request', () => new Unavailable(broken())],
    ['a transaction on a socket that the server has closed', 'transaction', closed],
  ])('does not fail %s', async (_what, name, error) => {
    let attempts = 0;
    const failOnce = async () => {
      if (attempts++ === 0) throw error();
    };
    expect(await aProcess().make(`broken-${name}`, { name: 'a' }, failOnce)).toMatchObject({ status: 201 });
    expect([attempts, await made(`broken-${name}`)]).toEqual([2, 1]);
  });

  it.each(['before', 'after'])('does not fail a request whose commit breaks %s it is done', async (when) => {
    const { prototype } = mongoose.mongo.ClientSession;
    const commit = prototype.commitTransaction;
    const spy = vi.spyOn(prototype, 'commitTransaction').mockImplementationOnce(async function (
      this: ClientSession,
    ) {
      if (when === 'after') await commit.call(this);
      // The driver's own error of a socket that breaks meanwhile.
      throw new TypeError("Cannot read properties of undefined (reading 'server')");
    });
    onTestFinished(() => spy.mockRestore());
    expect(await aProcess().make(`commit-${when}`)).toMatchObject({ status: 201 });
    expect(await made(`commit-${when}`)).toBe(1);
    expect(spy).toHaveBeenCalledTimes(when === 'after' ? 1 : 2);
  });

  it.each([
    ['before', broken],
    ['before', closed],
    ['after', broken],
  ])('does not fail a request whose claim breaks %s it is stored', async (when, error) => {
    const collection = mongo.connection.collection('idempotency_keys');
    const insert = vi.spyOn(collection, 'insertOne').mockImplementationOnce(async (row) => {
      if (when === 'after') await collection.insertOne(row);
      throw error();
    });
    onTestFinished(() => insert.mockRestore());
    const began = performance.now();
    const key = `broken-${when}-${error.name}`;
    expect(await aProcess().make(key)).toMatchObject({ status: 201 });
    expect(performance.now() - began, 'it waits for no stalled attempt').toBeLessThan(times.stalledAfterMs);
    expect(await made(key)).toBe(1);
    expect(insert).toHaveBeenCalledTimes(when === 'after' ? 3 : 2);
  });
});

describe('a rotation of the secret', () => {
  const [before, next] = ['secret before the rotation', 'secret after the rotation'];
  const steps: [string, ...string[]][] = [
    [before, next],
    [next, before],
  ];

  it('rejects no retry, on one replica or two, and creates one thing', async () => {
    const body = { phone_number: '254712345678' };
    const first = await aProcess([before]).make('rotated', body);
    for (const secrets of steps) expect(await aProcess(secrets).make('rotated', body)).toEqual(first);
    const late = await aProcess([next, before]).make('rotated-late', body);
    expect(await aProcess([before, next]).make('rotated-late', body)).toEqual(late);
    expect([await made('rotated'), await made('rotated-late')]).toEqual([1, 1]);
  });

  it('a key with another body is still rejected after a rotation of the secret', async () => {
    await aProcess([before]).make('rotated-other', { name: 'a' });
    for (const secrets of steps)
      await expect(aProcess(secrets).make('rotated-other', { name: 'b' })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      });
  });

  it('does not change the name of a request', async () => {
    const nameUnder = (secrets: [string, ...string[]]) => {
      const own = idempotency(secrets);
      return own.named({ operation: 'name', caller: 7, key: 'a' }, async () => own.requestName());
    };
    expect(await nameUnder([before])).toBe(await nameUnder([next]));
  });
});

describe('a key and its work are one transaction', () => {
  it('a retry creates no second thing when the process died between commit and response', async () => {
    diesAt = 'after-commit-before-answer';
    await expect(aProcess().make('late')).rejects.toThrow('died after-commit-before-answer');
    diesAt = null;
    const again = await aProcess().make('late');
    expect(again).toEqual({ status: 201, body: { n: counter } });
    expect(await made('late')).toBe(1);
  });

  it('a process that dies after its work but before its commit creates nothing', async () => {
    diesAt = 'after-work-before-commit';
    await expect(aProcess().make('undone')).rejects.toThrow('died after-work-before-commit');
    expect(await made('undone')).toBe(0);
    diesAt = null;
    expect((await aProcess().make('undone')).status).toBe(201);
    expect(await made('undone')).toBe(1);
  });

  it('a retry takes over the key of a process that died before its commit', async () => {
    await keys().insertOne({
      _id: 'makeThing:7:early',
      asker: '7',
      bodyHash: await hashOf({ name: 'a' }),
      attempt: 'of a process that died',
      answer: null,
      createdAt: new Date(),
    } as never);
    expect((await aProcess(undefined, longWaitTimes).make('early')).status).toBe(201);
    expect(await made('early')).toBe(1);
  });

  it('an attempt that was taken over is rolled back and returns the response of the other attempt', async () => {
    const response = { status: 201, body: { n: -1 } };
    const stalled = aProcess().make('stalled', { name: 'a' }, () =>
      keys().updateOne(
        { _id: 'makeThing:7:stalled', answer: null },
        { $set: { attempt: 'another', answer: response } },
      ),
    );
    expect(await stalled).toEqual(response);
    expect(await made('stalled')).toBe(0);
  });

  it('a failed request frees its key', async () => {
    const reject = () => Promise.reject(new Error('rejected'));
    await expect(aProcess().make('free', { name: 'a' }, reject)).rejects.toThrow('rejected');
    expect((await aProcess().make('free', { name: 'other' })).status).toBe(201);
  });
});

describe('a key whose first request is still running', () => {
  it('a retry does not take over the key of a running request, however long the work takes', async () => {
    const [begun, work] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = aProcess().make('slow', { name: 'a' }, () => (begun.resolve(), work.promise));
    await begun.promise;
    // It waits for longer than an attempt without heartbeats lives.
    await expect(aProcess().make('slow')).rejects.toMatchObject({
      code: 'IN_PROGRESS',
      retryAfterSeconds: 1,
    });
    const second = aProcess().make('slow');
    work.resolve();
    expect(await second).toEqual(await slow);
    expect(await made('slow')).toBe(1);
  });

  it('parallel requests with one key in several processes create one thing', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => aProcess().make('parallel')));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await made('parallel')).toBe(1);
  });
});

describe('the body of a key', () => {
  it('a body with its members in another order is the same body', async () => {
    const first = await aProcess().make('order', { a: 1, b: { c: [1, 2], d: 3 } });
    expect(await aProcess().make('order', { b: { d: 3, c: [1, 2] }, a: 1 })).toEqual(first);
  });

  it('a body with a list in another order is another body', async () => {
    await aProcess().make('list', { a: [1, 2] });
    await expect(aProcess().make('list', { a: [2, 1] })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });
});

it('an erased account leaves no stored responses', async () => {
  await aProcess().make('gone');
  await idempotency().forget(7);
  expect(await keys().countDocuments({ asker: '7' })).toBe(0);
});

async function hashOf(body: object): Promise<unknown> {
  await aProcess().make('sample', body);
  return ((await keys().findOne({ _id: 'makeThing:7:sample' })) as unknown as { bodyHash: string }).bodyHash;
}
