import { areServersReal, eventually } from '@kumbuka/testing/servers';
import {
  buildTestService,
  startStack,
  testMetricsKey,
  type TestService,
  type TestStack,
} from '@kumbuka/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { someFields } from '../testing/builders.ts';

let stack: TestStack;
let service: TestService;

beforeAll(async () => {
  stack = await startStack();
  service = await buildTestService(createApp, loadConfig, { stack });
});
afterAll(async () => {
  await service.stop();
  await stack.stop();
});

const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  service.rest(method, path, { as: 7, ...(body === undefined ? {} : { body }) });
async function timed<Result>(work: () => Promise<Result>) {
  const began = performance.now();
  return { answer: await work(), ms: performance.now() - began };
}

/** Store metrics; they are refreshed at most every two seconds. */
const expectUp = (mongodb: number, redis: number, kafka: number) =>
  eventually(async () => {
    const { text } = await service.rest('GET', '/metrics', { token: testMetricsKey });
    const values = [...text.matchAll(/^store_(?:mongodb|redis|kafka)_up (\d)$/gm)].map(([, up]) =>
      Number(up),
    );
    expect(values).toEqual(areServersReal ? [mongodb, redis, kafka] : [mongodb, kafka]);
  });

/** Sequential, because a store stopped by one test stays stopped for the next. */
describe('a service during an outage', () => {
  it('a service works without Redis', async () => {
    await expectUp(1, 1, 1);
    await stack.redis?.stop();
    expect((await call('POST', '/decks', someFields())).status).toBe(201);
    await expectUp(1, 0, 1);
  });

  it('a service works without Kafka, whose events wait in the outbox', async () => {
    await stack.kafka.stop();
    const { answer: response, ms } = await timed(() => call('POST', '/decks', someFields()));
    expect(response.status).toBe(201);
    expect(ms).toBeLessThan(3 * 2_000);
    expect((await service.rest('GET', '/health/ready')).status).toBe(200);
    await expectUp(1, 0, 0);
  });

  it('a service serves only the catalogue without MongoDB; the rest is 503 within five seconds', async () => {
    await stack.mongo.stop();
    const { answer: response, ms } = await timed(() => call('GET', '/decks'));
    expect(response).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(ms).toBeLessThan(7_000);
    expect((await call('POST', '/decks', someFields())).status).toBe(503);
    expect((await service.rest('GET', '/catalog')).status).toBe(200);
    expect((await service.rest('GET', '/health/live')).status).toBe(200);
    await expectUp(0, 0, 0);
  });
});
