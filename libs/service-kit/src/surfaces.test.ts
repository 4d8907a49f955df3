import { defineRoute, idParams, ProductError } from '@kumbuka/contracts';
import { createServer } from '@kumbuka/http-kit';
import { createLog, inOrder, type Lifecycle } from '@kumbuka/runtime';
import { createIdentity } from '@kumbuka/identity';
import { eventually } from '@kumbuka/testing/servers';
import { startStack, startTestAuth, type TestAuth, type TestStack } from '@kumbuka/testing';
import type { FastifyInstance } from 'fastify';
import mongoose from 'mongoose';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { registerSubgraph, requirePrincipal } from './graphql/subgraph.ts';
import { createIdempotency } from './http/idempotency.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { handle, registerRoutes } from './http/routes.ts';
import { streamItems } from './rebuild/stream-items.ts';
import { connectMongo, type Mongo } from './stores/mongo.ts';

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
let mongo: Mongo;
let made = 0;
/** Duration of a creation. */
let slowMs = 0;
const readers = new Map<number, number>();
let maxReaders = 0;

beforeAll(async () => {
  stack = await startStack();
  auth = await startTestAuth();
  const log = createLog('kit', 'silent');
  mongo = connectMongo({ url: stack.env.MONGO_URL, database: 'kit', log });
  const identity = createIdentity({ authUrl: auth.url, internalKey, log });
  parts = inOrder([mongo, identity]);
  await parts.start();
  const idempotency = createIdempotency({ connection: mongo.connection, secrets: ['secret of the tests'] });
  await idempotency.prepare();
  const rateLimiter = createRateLimiter();
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
        await pause(slowMs);
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
          maxReaders = Math.max(maxReaders, readers.get(userId) ?? 0);
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

describe('the server of a service', () => {
  it('the server responds to health checks without the shared key, and to nothing else', async () => {
    const headers = { 'x-kumbuka-internal-key': 'wrong' };
    await eventually(async () => expect((await call('GET', '/health/ready', { headers })).status).toBe(200));
    const rejected = await call('GET', '/things/1', { as: 1, headers });
    expect([rejected.status, rejected.body.code]).toEqual([403, 'FORBIDDEN']);
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

  it('the server never shows the message of an unexpected error', async () => {
    const response = await call('GET', '/things/500', { as: 1 });
    expect(response.status).toBe(500);
    expect(JSON.stringify(response.body)).not.toContain('secret');
  });

  it('a failover of MongoDB is a 503, over REST and over GraphQL', async () => {
    const overRest = await call('GET', '/things/503', { as: 1 });
    expect([overRest.status, overRest.body.code]).toEqual([503, 'UNAVAILABLE']);
    const body = JSON.stringify({ query: '{ failing }' });
    const overGraphQL = await call('POST', '/graphql', { body });
    expect(overGraphQL.body.errors[0].extensions).toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 2,
    });
  });

  it('the server rejects a body that is not JSON, has another type, unknown fields or prototype keys, is too deep or too large', async () => {
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

describe('an Idempotency-Key', () => {
  it('a retry with an Idempotency-Key gets the stored response, and the key is rejected with another body', async () => {
    const headers = { 'idempotency-key': 'key-1' };
    const first = await call('POST', '/things', { as: 3, body: '{"name":"a"}', headers });
    const again = await call('POST', '/things', { as: 3, body: '{"name":"a"}', headers });
    const other = await call('POST', '/things', { as: 3, body: '{"name":"b"}', headers });
    expect(first.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('parallel requests with one Idempotency-Key create one thing', async () => {
    slowMs = 100;
    const before = made;
    const headers = { 'idempotency-key': 'key-2' };
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', '/things', { as: 4, body: '{"name":"a"}', headers })),
    );
    slowMs = 0;
    expect(made - before).toBe(1);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  });

  it('is scoped to its learner', async () => {
    const headers = { 'idempotency-key': 'key-3' };
    const one = await call('POST', '/things', { as: 5, body: '{"name":"a"}', headers });
    const two = await call('POST', '/things', { as: 6, body: '{"name":"a"}', headers });
    expect(one.body.id).not.toBe(two.body.id);
  });
});

describe('limits of an account', () => {
  it('rejected writes count against the limit, and the response says when to retry', async () => {
    for (let n = 0; n < 20; n++) await call('POST', '/things', { as: 7, body: '{"bad":1}' });
    const rejected = await call('POST', '/things', { as: 7, body: '{"name":"a"}' });
    expect([rejected.status, rejected.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  });

  const mutate = async (query: string, as: number, variables = {}) => {
    const before = made;
    const { body } = await call('POST', '/graphql', { body: JSON.stringify({ query, variables }), as });
    return { made: made - before, error: body.errors?.[0]?.extensions };
  };
  const aliases = (count: number) => Array.from({ length: count }, (_, n) => `m${n}: make`).join(' ');

  it('a mutation with 15 aliases counts as 15 writes: a second one creates nothing', async () => {
    const query = `mutation { ${aliases(15)} }`;
    expect(await mutate(query, 30)).toEqual({ made: 15 });
    expect(await mutate(query, 30)).toEqual({
      made: 0,
      error: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) },
    });
  });

  it('writes over REST and GraphQL count against one limit', async () => {
    await mutate(`mutation { ${aliases(19)} }`, 31);
    expect((await call('POST', '/things', { as: 31, body: '{"name":"a"}' })).status).toBe(201);
    expect((await call('POST', '/things', { as: 31, body: '{"name":"a"}' })).status).toBe(429);
    expect((await mutate('mutation { make }', 31)).error.code).toBe('RATE_LIMITED');
  });

  it('mutation fields in fragments count as writes, unless directives skip them', async () => {
    const fragments = `mutation { ...F ... { a: make } } fragment F on Mutation { ${aliases(9)} }`;
    expect(await mutate(fragments, 32)).toEqual({ made: 10 });
    const skipped = `mutation ($no: Boolean!) { b: make b: make c: make @skip(if: true) ... @include(if: $no) { ${aliases(20)} } }`;
    expect(await mutate(skipped, 32, { no: false })).toEqual({ made: 1 });
    expect(await mutate(`mutation { ${aliases(9)} }`, 32)).toEqual({ made: 9 });
    expect((await mutate('mutation { make }', 32)).made).toBe(0);
  });

  it('a mutation with invalid variables counts as one write', async () => {
    const query = `mutation ($no: Boolean!) { ... @include(if: $no) { ${aliases(20)} } }`;
    expect((await mutate(query, 33, { no: 'x' })).made).toBe(0);
    expect(await mutate(`mutation { ${aliases(19)} }`, 33)).toEqual({ made: 19 });
  });

  it('a learner reads one unpaged list at a time', async () => {
    const responses = await Promise.all(
      [40, 41].flatMap((as) => Array.from({ length: 3 }, () => call('GET', '/things', { as }))),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(responses.at(-1)?.body.items).toHaveLength(3);
    expect(maxReaders).toBe(1);
  });

  it('the reads of a learner are limited, and the response says when to retry', async () => {
    const responses: Awaited<ReturnType<typeof call>>[] = [];
    for (let n = 0; n < 4; n++) responses.push(await call('GET', '/things', { as: 42 }));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const rejected = responses.at(-1);
    expect(rejected?.body.code).toBe('RATE_LIMITED');
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await call('GET', '/things', { as: 43 })).status).toBe(200);
  });
});

describe('a subgraph', () => {
  const graphql = (query: string, as?: number) =>
    call('POST', '/graphql', { body: JSON.stringify({ query }), ...(as === undefined ? {} : { as }) });

  it('passes the caller to resolvers and serializes dates as ISO 8601', async () => {
    expect((await graphql('{ me at }', 9)).body.data).toEqual({ me: '9', at: '1970-01-01T00:00:00.000Z' });
  });

  it('puts the error code of REST into extensions', async () => {
    const response = await graphql('{ me }');
    expect(response.body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });

  it('responds to an invalid operation over HTTP as within the process', async () => {
    const [query, code] = ['{ nothing }', 'GRAPHQL_VALIDATION_FAILED'];
    expect((await graphql(query)).body.errors[0].extensions.code).toBe(code);
    const within = await app.executeOperation?.({ query, variables: {}, headers: {} });
    expect(within?.errors?.[0]?.extensions?.['code']).toBe(code);
    expect((await call('POST', '/graphql', { body: '{}' })).status).toBe(400);
  });

  it('rejects an invalid token before any resolver runs', async () => {
    const response = await call('POST', '/graphql', {
      body: JSON.stringify({ query: '{ at }' }),
      headers: { authorization: 'Bearer a.b.c' },
    });
    expect(response.body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });
});
