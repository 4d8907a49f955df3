import { areServersReal, eventually, startStoreProcess, type StoreProcess } from '@kumbuka/testing/servers';
import { buildTestService, type TestService } from '@kumbuka/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

let mongo: StoreProcess;
let redis: StoreProcess | null;
let service: TestService;
const as = 7;
/** 5 s are promised; a busy machine may add to them. */
const hungWithinMs = 7_000;

beforeAll(async () => {
  [mongo, redis] = await Promise.all([
    startStoreProcess('mongo'),
    areServersReal ? startStoreProcess('redis') : null,
  ]);
  const env = { MONGO_URL: mongo.url, ...(redis && { REDIS_URL: redis.url }), WRITES_PER_MINUTE: '10000' };
  service = await buildTestService(createApp, loadConfig, { env });
  await createDeck();
});
afterAll(async () => {
  await mongo.resume();
  await redis?.resume();
  await service.stop();
  await Promise.all([mongo.stop(), redis?.stop()]);
});

const createDeck = () => service.rest('POST', '/decks', { as, body: someFields() });
const isReady = async () => (await service.rest('GET', '/health/ready')).status === 200;

/** Code and duration in milliseconds of a response. */
async function timed(
  send: () => Promise<{ status?: number; code?: string | undefined; body?: { code?: string } }>,
) {
  const began = performance.now();
  const { status, code, body } = await send();
  return { outcome: body?.code ?? code ?? status, ms: performance.now() - began };
}

const everyKind = () =>
  Promise.all([
    timed(() => service.rest('GET', '/decks', { as })),
    timed(() => service.rest('GET', '/decks/1', { as })),
    timed(() => service.rest('GET', '/internal/decks/1')),
    timed(createDeck),
    timed(() =>
      service.rest('POST', '/decks', { as, body: someFields(), headers: { 'idempotency-key': 'k' } }),
    ),
    timed(() => service.graphql('{ viewer { decks { items { title } } } }', {}, { as })),
  ]);

/** More than one learner's places, so that most of them wait for their turn. */
const manyOfOne = () => Promise.all(Array.from({ length: 40 }, () => timed(createDeck)));

it('a pause of 3 s of MongoDB delays every call and fails none', async () => {
  for (const pauseMs of [3_000, 2_000]) {
    await mongo.hang();
    const calls = Promise.all([everyKind(), manyOfOne()]);
    await pause(pauseMs);
    await mongo.resume();
    const outcomes = (await calls).flat().map(({ outcome }) => String(outcome));
    expect(outcomes.filter((outcome) => !/^(200|201|undefined)$/.test(outcome))).toEqual([]);
  }
});

it('a service stops in time while MongoDB hangs', async () => {
  const other = await buildTestService(createApp, loadConfig, {
    env: { MONGO_URL: mongo.url },
  });
  await mongo.hang();
  const began = performance.now();
  await other.stop();
  expect(performance.now() - began).toBeLessThan(10_000);
  await mongo.resume();
  await eventually(async () => expect(await isReady()).toBe(true));
});

it('a MongoDB that hangs is 503 within five seconds on every call, and not ready', async () => {
  await mongo.hang();
  const [first, many] = await Promise.all([everyKind(), manyOfOne()]);
  expect(Math.max(...many.map(({ ms }) => ms))).toBeLessThan(hungWithinMs);
  expect(first.map(({ outcome }) => outcome)).toEqual(Array.from(first, () => 'UNAVAILABLE'));
  expect(Math.max(...first.map(({ ms }) => ms))).toBeLessThan(hungWithinMs);
  expect(await isReady()).toBe(false);

  const later = await everyKind();
  expect(Math.max(...later.map(({ ms }) => ms))).toBeLessThan(3 * 1_000);
  expect(Math.max(...(await manyOfOne()).map(({ ms }) => ms))).toBeLessThan(3 * 1_000);
});

it('a MongoDB that hung is used again after it resumes', async () => {
  await mongo.resume();
  await eventually(async () => expect(await isReady()).toBe(true));
  expect((await createDeck()).status).toBe(201);
});

it.runIf(areServersReal)(
  'a Redis that hangs delays a call by half a second, and the next ones not at all',
  async () => {
    await redis?.hang();
    const first = await timed(createDeck);
    expect(first.outcome).toBe(201);
    expect(first.ms).toBeLessThan(3 * 2_000);
    await eventually(async () => expect((await timed(createDeck)).ms).toBeLessThan(3 * 200));
    await redis?.resume();
  },
);
