import { defineRoute, idParams, paginate, ProductError, Unavailable } from '@kumbuka/contracts';
import { createServer } from '@kumbuka/http-kit';
import { createLog, inOrder, type Lifecycle } from '@kumbuka/runtime';
import { createIdentity } from '@kumbuka/identity';
import { eventually } from '@kumbuka/test-servers';
import { startStack, startTestAuth, type TestAuth, type TestStack } from '@kumbuka/testing';
import type { FastifyInstance } from 'fastify';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  connectMongo,
  connectRedis,
  createIdAllocator,
  createIdempotency,
  createRateLimiter,
  handle,
  asProductError,
  inTransaction,
  prepareCollections,
  registerRoutes,
  registerSubgraph,
  requirePrincipal,
  streamItems,
} from './index.ts';
import { watchCommands } from './testing/watch-commands.ts';

const internalKey = 'internal-key-for-tests';
const thing = z.object({ id: z.int(), name: z.string() });
const makeThing = defineRoute({
  operationId: 'makeThing',
  method: 'POST',
  path: '/things',
  owner: 'decks',
  exposure: 'public',
  access: 'learner',
  summary: 'Make a thing.',
  body: z.strictObject({ name: z.string() }),
  response: thing,
  status: 201,
  idempotent: true,
  write: true,
});
const readThing = defineRoute({
  operationId: 'readThing',
  method: 'GET',
  path: '/things/{id}',
  owner: 'decks',
  exposure: 'public',
  access: 'learner',
  summary: 'Read a thing.',
  params: idParams,
  response: thing,
  status: 200,
});

const listThings = defineRoute({
  operationId: 'listThings',
  method: 'GET',
  path: '/things',
  owner: 'decks',
  exposure: 'public',
  access: 'learner',
  summary: 'Every thing.',
  response: z.object({ items: z.array(thing) }),
  status: 200,
});

/** Response of a MongoDB server that is no longer the primary. */
const steppingDown = () => new mongoose.mongo.MongoServerError({ code: 10107, message: 'not primary' });

let stack: TestStack;
let auth: TestAuth;
let app: FastifyInstance;
let parts: Lifecycle;
let mongo: ReturnType<typeof connectMongo>;
let redis: ReturnType<typeof connectRedis>;
let made = 0;
let slow = 0;
const readers = new Map<number, number>();
let mostReaders = 0;

beforeAll(async () => {
  stack = await startStack();
  auth = await startTestAuth();
  const log = createLog('kit', 'silent');
  mongo = connectMongo({ url: stack.env.MONGO_URL, database: 'kit', log });
  redis = connectRedis({ url: stack.env.REDIS_URL, log });
  const identity = createIdentity({ authUrl: auth.url, internalKey, log });
  parts = inOrder([mongo, redis, identity]);
  await parts.start();
  const idempotency = createIdempotency({ connection: mongo.connection, secrets: ['secret of the tests'] });
  await idempotency.prepare();
  const rateLimiter = createRateLimiter({ redis: redis.client });
  app = createServer({ log, internalKeys: [internalKey], isReady: parts.isReady });
  const { connection } = mongo;
  registerRoutes(app, {
    connection,
    identity,
    idempotency,
    rateLimiter,
    writesPerMinute: 20,
    readsPerMinute: 200_000,
    checkResponses: true,
    routes: [
      handle(makeThing, async ({ body }) => {
        if (slow > 0) await new Promise((resolve) => setTimeout(resolve, slow));
        return { id: ++made, name: body.name };
      }),
      handle(readThing, async ({ params }) => {
        if (params.id === 500) throw new Error('secret words of a database');
        if (params.id === 503) throw steppingDown();
        throw new ProductError('DECK_NOT_FOUND');
      }),
      handle(listThings, async ({ principal: { userId }, read }) => {
        await read(5_000);
        async function* things() {
          readers.set(userId, (readers.get(userId) ?? 0) + 1);
          mostReaders = Math.max(mostReaders, readers.get(userId) ?? 0);
          for (let id = 1; id <= 3; id++) yield [{ id, name: 'a' }];
          readers.set(userId, (readers.get(userId) ?? 0) - 1);
        }
        return streamItems(things(), (each) => each);
      }),
    ],
  });
  await registerSubgraph(app, {
    connection,
    schema: `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
      scalar DateTime
      type Query { me: String! at: DateTime! failing: String }
      type Mutation { make: Int! }`,
    resolvers: {
      Query: {
        me: (_: unknown, __: unknown, context: Parameters<typeof requirePrincipal>[0]) =>
          String(requirePrincipal(context).userId),
        at: () => new Date(0),
        failing: () => {
          throw steppingDown();
        },
      },
      Mutation: { make: () => ++made },
    },
    identity,
    rateLimiter,
    writesPerMinute: 20,
    buildContext: (request) => request,
  });
  await app.ready();
});

afterAll(async () => {
  await app.close();
  await parts.stop();
  await auth.stop();
  await stack.stop();
});

async function call(
  method: 'GET' | 'POST',
  url: string,
  request: { body?: unknown; as?: number; headers?: object } = {},
) {
  const response = await app.inject({
    method,
    url,
    headers: {
      'x-kumbuka-internal-key': internalKey,
      'content-type': 'application/json',
      ...(request.as === undefined ? {} : { authorization: `Bearer ${await auth.tokenOf(request.as)}` }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { payload: request.body as string }),
  });
  return {
    status: response.statusCode,
    body: response.payload === '' ? null : response.json(),
    headers: response.headers,
  };
}

describe('server', () => {
  it('answers health without the shared key and nothing else', async () => {
    const headers = { 'x-kumbuka-internal-key': 'wrong' };
    await eventually(async () => expect((await call('GET', '/health/ready', { headers })).status).toBe(200));
    const refused = await call('GET', '/things/1', { as: 1, headers });
    expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
  });

  it('the server gives each error its code and the request id', async () => {
    const missing = await call('GET', '/things/7', { as: 1, headers: { 'x-request-id': 'request-12345' } });
    expect(missing.body).toEqual({
      error: 'This deck does not exist.',
      code: 'DECK_NOT_FOUND',
      requestId: 'request-12345',
    });
    expect((await call('GET', '/nothing')).body.code).toBe('NOT_FOUND');
    expect((await call('GET', '/things/x', { as: 1 })).body.code).toBe('VALIDATION');
  });

  it('the server never shows the words of an unexpected failure', async () => {
    const response = await call('GET', '/things/500', { as: 1 });
    expect(response.status).toBe(500);
    expect(JSON.stringify(response.body)).not.toContain('secret');
  });

  it('calls a failover of MongoDB 503, over REST and over GraphQL', async () => {
    const overRest = await call('GET', '/things/503', { as: 1 });
    expect([overRest.status, overRest.body.code]).toEqual([503, 'UNAVAILABLE']);
    const body = JSON.stringify({ query: '{ failing }' });
    const overGraphQL = await call('POST', '/graphql', { body });
    expect(overGraphQL.body.errors[0].extensions).toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 2,
    });
  });

  it('the server refuses bad bodies: no JSON, other types, unknown fields, prototype keys, too deep, too large', async () => {
    const post = (body: string, headers = {}) => call('POST', '/things', { as: 2, body, headers });
    expect((await post('{')).status).toBe(400);
    expect((await post('{"name":"a"}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('{"name":"a","more":1}')).body.details[0].message).toMatch(/more/);
    expect((await post('{"name":"a","__proto__":{"x":1}}')).status).toBe(400);
    expect((await post(`{"name":${'['.repeat(40)}${']'.repeat(40)}}`)).status).toBe(400);
    expect((await post(JSON.stringify({ name: 'a'.repeat(140_000) }))).body.code).toBe('TOO_LARGE');
  });

  it('the server requires a valid token', async () => {
    expect((await call('GET', '/things/1')).body.code).toBe('UNAUTHENTICATED');
    expect((await call('GET', '/things/1', { headers: { authorization: 'Bearer a.b.c' } })).status).toBe(401);
  });
});

describe('idempotency', () => {
  it('an Idempotency-Key answers a repeat with the stored answer and refuses the key with another body', async () => {
    const headers = { 'idempotency-key': 'key-1' };
    const first = await call('POST', '/things', { as: 3, body: '{"name":"a"}', headers });
    const again = await call('POST', '/things', { as: 3, body: '{"name":"a"}', headers });
    const other = await call('POST', '/things', { as: 3, body: '{"name":"b"}', headers });
    expect(first.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('an Idempotency-Key makes one thing of many parallel requests with one key', async () => {
    slow = 100;
    const before = made;
    const headers = { 'idempotency-key': 'key-2' };
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', '/things', { as: 4, body: '{"name":"a"}', headers })),
    );
    slow = 0;
    expect(made - before).toBe(1);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  });

  it('an Idempotency-Key is separate for each learner', async () => {
    const headers = { 'idempotency-key': 'key-3' };
    const one = await call('POST', '/things', { as: 5, body: '{"name":"a"}', headers });
    const two = await call('POST', '/things', { as: 6, body: '{"name":"a"}', headers });
    expect(one.body.id).not.toBe(two.body.id);
  });
});

describe('limits', () => {
  it('limits: rejected writes count too, and the response says when to retry', async () => {
    for (let n = 0; n < 20; n++) await call('POST', '/things', { as: 7, body: '{"bad":1}' });
    const refused = await call('POST', '/things', { as: 7, body: '{"name":"a"}' });
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  const mutate = async (query: string, as: number, variables = {}) => {
    const before = made;
    const { body } = await call('POST', '/graphql', { body: JSON.stringify({ query, variables }), as });
    return { made: made - before, error: body.errors?.[0]?.extensions };
  };
  const aliases = (count: number) => Array.from({ length: count }, (_, n) => `m${n}: make`).join(' ');

  it('limits counts a mutation with 15 aliases as 15 writes: the second one makes nothing', async () => {
    const query = `mutation { ${aliases(15)} }`;
    expect(await mutate(query, 30)).toEqual({ made: 15 });
    expect(await mutate(query, 30)).toEqual({
      made: 0,
      error: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) },
    });
  });

  it('limits counts writes of REST and GraphQL together', async () => {
    await mutate(`mutation { ${aliases(19)} }`, 31);
    expect((await call('POST', '/things', { as: 31, body: '{"name":"a"}' })).status).toBe(201);
    expect((await call('POST', '/things', { as: 31, body: '{"name":"a"}' })).status).toBe(429);
    expect((await mutate('mutation { make }', 31)).error.code).toBe('RATE_LIMITED');
  });

  it('limits counts the fields of fragments, and those only that run', async () => {
    const fragments = `mutation { ...F ... { a: make } } fragment F on Mutation { ${aliases(9)} }`;
    expect(await mutate(fragments, 32)).toEqual({ made: 10 });
    const skipped = `mutation ($no: Boolean!) { b: make b: make c: make @skip(if: true) ... @include(if: $no) { ${aliases(20)} } }`;
    expect(await mutate(skipped, 32, { no: false })).toEqual({ made: 1 });
    expect(await mutate(`mutation { ${aliases(9)} }`, 32)).toEqual({ made: 9 });
    expect((await mutate('mutation { make }', 32)).made).toBe(0);
  });

  it('limits counts variables that do not fit as one write', async () => {
    const query = `mutation ($no: Boolean!) { ... @include(if: $no) { ${aliases(20)} } }`;
    expect((await mutate(query, 33, { no: 'x' })).made).toBe(0);
    expect(await mutate(`mutation { ${aliases(19)} }`, 33)).toEqual({ made: 19 });
  });

  it('limits lets a learner read a list without pages once at a time', async () => {
    const responses = await Promise.all(
      [40, 41].flatMap((as) => Array.from({ length: 3 }, () => call('GET', '/things', { as }))),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(responses.at(-1)?.body.items).toHaveLength(3);
    expect(mostReaders).toBe(1);
  });

  it('limits: the reads of a learner count, and the response says when to retry', async () => {
    const responses: Awaited<ReturnType<typeof call>>[] = [];
    for (let n = 0; n < 4; n++) responses.push(await call('GET', '/things', { as: 42 }));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const refused = responses.at(-1);
    expect(refused?.body.code).toBe('RATE_LIMITED');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call('GET', '/things', { as: 43 })).status).toBe(200);
  });

  it('limits: a clock that was set back does not prolong a window', async () => {
    const limiter = createRateLimiter({ redis: redis.client });
    const rule = { name: 'x', key: 'set-back', limit: 2, windowSeconds: 60 };
    await redis.client.set('rate:x:set-back', 2, 'EX', 3_600);
    await expect(limiter.check(rule)).rejects.toMatchObject({ retryAfterSeconds: 60 });
    expect(await redis.client.ttl('rate:x:set-back')).toBeLessThanOrEqual(60);
  });

  it('limits: a window without an expiry gets one', async () => {
    const limiter = createRateLimiter({ redis: redis.client });
    await redis.client.set('rate:x:endless', 1);
    await limiter.check({ name: 'x', key: 'endless', limit: 5, windowSeconds: 60 });
    expect(await redis.client.ttl('rate:x:endless')).toBeGreaterThan(0);
  });

  it('limits: Retry-After is the remaining time of the full window, not of a new one', async () => {
    const limiter = createRateLimiter({ redis: redis.client });
    const rule = { name: 'x', key: 'begun', limit: 1, windowSeconds: 60 };
    await redis.client.set('rate:x:begun', 1, 'EX', 20);
    await expect(limiter.check(rule)).rejects.toMatchObject({ retryAfterSeconds: 20 });
    await expect(limiter.reserve([rule])).rejects.toMatchObject({ retryAfterSeconds: 20 });
  });

  it('limits: a reservation applies to all rules or none and can be returned', async () => {
    const limiter = createRateLimiter({ redis: redis.client });
    const wide = { name: 'x', key: 'wide', limit: 3, windowSeconds: 60 };
    const narrow = { name: 'x', key: 'narrow', limit: 2, windowSeconds: 60 };
    const reserve = () => limiter.reserve([wide, narrow]).catch(() => null);
    const reserved = await Promise.all(Array.from({ length: 5 }, reserve));
    expect(reserved.filter((each) => each !== null)).toHaveLength(2);
    expect(await redis.client.mget('rate:x:wide', 'rate:x:narrow')).toEqual(['2', '2']);
    for (const takeBack of reserved) await takeBack?.();
    expect(await redis.client.mget('rate:x:wide', 'rate:x:narrow')).toEqual(['0', '0']);
  });

  it('limits starts no window below zero when a reservation is taken back after its window ended', async () => {
    const limiter = createRateLimiter({ redis: redis.client });
    const takeBack = await limiter.reserve([{ name: 'x', key: 'late', limit: 2, windowSeconds: 60 }]);
    await redis.client.del('rate:x:late');
    await takeBack();
    expect(await redis.client.get('rate:x:late')).toBe('0');
  });

  it('limits opens no second budget when Redis answers some attempts late or not at all', async () => {
    const rule = { name: 'x', key: 'half-away', limit: 4, windowSeconds: 60 };
    let isAway = false;
    const halfAway = new Proxy(redis.client, {
      get: (client, name, receiver) =>
        isAway && name === 'pipeline'
          ? () => {
              throw new Error('Redis took too long.');
            }
          : Reflect.get(client, name, receiver),
    });
    const limiter = createRateLimiter({ redis: halfAway });
    const taken = async (attempts: number) => {
      let count = 0;
      for (let n = 0; n < attempts; n++)
        count += await limiter.reserve([rule]).then(
          () => 1,
          () => 0,
        );
      return count;
    };
    isAway = true;
    expect(await taken(2)).toBe(2);
    isAway = false;
    expect(await taken(4)).toBe(2);
    isAway = true;
    expect(await taken(4)).toBe(0);
  });

  it('limits: windows are in the process during an outage of Redis', async () => {
    const gone = connectRedis({ url: 'redis://127.0.0.1:1', log: createLog('kit', 'silent') });
    const limiter = createRateLimiter({ redis: gone.client });
    const rule = { name: 'x', key: 'y', limit: 2, windowSeconds: 60 };
    await limiter.check(rule);
    await limiter.check(rule);
    await expect(limiter.check(rule)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const other = { ...rule, key: 'z', limit: 1 };
    await (
      await limiter.reserve([other])
    )();
    await limiter.reserve([other]);
    await expect(limiter.reserve([other])).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await gone.stop();
  });
});

describe('stores', () => {
  it('a store hands out every id once under parallel asking', async () => {
    const ids = createIdAllocator(mongo.connection, 10);
    const other = createIdAllocator(mongo.connection, 10);
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 ? ids : other).next('thing')),
    );
    const more = await ids.take('thing', 25);
    expect(new Set([...taken, ...more]).size).toBe(85);
  });

  it('stores are created once for each collection with its indexes, not for each index again by Mongoose', async () => {
    const url = stack.mongo.uri('prepared');
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

  it('stores change how long rows live where an older process had them live another time', async () => {
    const connection = await mongoose.createConnection(stack.mongo.uri('lifetimes')).asPromise();
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

  it('a store rolls a failed transaction back', async () => {
    const rows = mongo.connection.collection('rows');
    await rows.insertOne({ n: 1 });
    const failing = inTransaction(mongo.connection, async (session) => {
      await rows.insertOne({ n: 2 }, { session });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows.countDocuments({})).toBe(1);
  });

  it('a store answers 503 to a write conflict outside of a transaction, which was a 500', () => {
    const conflict = new mongoose.mongo.MongoServerError({ code: 112, errmsg: 'WriteConflict' });
    expect(asProductError(conflict)).toBeInstanceOf(Unavailable);
  });
});

describe('subgraph', () => {
  const graphql = (query: string, as?: number) =>
    call('POST', '/graphql', { body: JSON.stringify({ query }), ...(as === undefined ? {} : { as }) });

  it('a subgraph knows the caller and serializes instants as ISO 8601', async () => {
    expect((await graphql('{ me at }', 9)).body.data).toEqual({ me: '9', at: '1970-01-01T00:00:00.000Z' });
  });

  it('a subgraph carries the code of REST in extensions', async () => {
    const response = await graphql('{ me }');
    expect(response.body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });

  it('a subgraph responds to an invalid operation over HTTP as within the process', async () => {
    const [query, code] = ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'];
    expect((await graphql(query)).body.errors[0].extensions.code).toBe(code);
    const within = await app.executeOperation?.({ query, variables: {}, headers: {} });
    expect(within?.errors?.[0]?.extensions?.['code']).toBe(code);
    expect((await call('POST', '/graphql', { body: '{}' })).status).toBe(400);
  });

  it('a subgraph refuses a bad token before any resolver', async () => {
    const response = await call('POST', '/graphql', {
      body: JSON.stringify({ query: '{ at }' }),
      headers: { authorization: 'Bearer a.b.c' },
    });
    expect(response.body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });
});

describe('a list without pages', () => {
  const read = async (batches: { id: number }[][]) => {
    async function* each() {
      yield* batches;
    }
    const pieces: string[] = [];
    const list = await streamItems(each(), ({ id }) => ({ number: id }));
    for await (const piece of list) pieces.push(String(piece));
    return pieces;
  };

  it('a list without pages is written batch by batch', async () => {
    const pieces = await read([[{ id: 1 }, { id: 2 }], [], [{ id: 3 }]]);
    expect(pieces.length).toBeGreaterThan(1);
    expect(JSON.parse(pieces.join(''))).toEqual({ items: [{ number: 1 }, { number: 2 }, { number: 3 }] });
  });

  it('a list without pages may be empty', async () => expect((await read([])).join('')).toBe('{"items":[]}'));

  it('a list without pages is refused before its first byte when the store is away', async () => {
    async function* away(): AsyncGenerator<number[]> {
      yield await Promise.reject(new Error('The store is away.'));
    }
    await expect(streamItems(away(), String)).rejects.toThrow('The store is away.');
  });
});

describe('pages', () => {
  it('pages count no page for an empty list and none before the first', () => {
    expect(paginate(1, 10, 0)).toMatchObject({ total_pages: 0, has_next: false, has_prev: false });
    expect(paginate(2, 10, 11)).toMatchObject({ total_pages: 2, has_next: false, has_prev: true });
  });
});
