import { createLog } from '@kumbuka/runtime';
import { areServersReal, eventually, startStoreProcess, type StoreProcess } from '@kumbuka/testing/servers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRateLimiter, type RateLimiter } from '../http/rate-limit.ts';
import { connectRedis, type RedisConnection } from './redis.ts';

describe.runIf(areServersReal)('a Redis that hangs', () => {
  let store: StoreProcess;
  let redis: RedisConnection;
  let limiter: RateLimiter;
  beforeAll(async () => {
    store = await startStoreProcess('redis');
    const log = createLog('hung', 'silent');
    redis = connectRedis({ url: store.url, log });
    await redis.start();
    limiter = createRateLimiter({ redis: redis.client });
  });
  afterAll(async () => {
    await store.resume();
    await redis.stop();
    await store.stop();
  });

  const attempt = (name = 'write', limit = 100_000) =>
    limiter.check({ name, key: '7', limit, windowSeconds: 60 });

  async function durationsFor(ms: number) {
    const durations: number[] = [];
    for (const from = performance.now(); performance.now() - from < ms; await pause(10)) {
      const began = performance.now();
      await attempt();
      durations.push(performance.now() - began);
    }
    return durations;
  }

  it('a hung Redis delays two calls by their timeout and later calls not at all, even while the connection reconnects', async () => {
    await attempt();
    await store.hang();
    const durations = await durationsFor(4_000);
    expect(durations.length).toBeGreaterThan(20);
    expect(durations.filter((ms) => ms > 300).length).toBeLessThanOrEqual(2);
    expect(Math.max(...durations)).toBeLessThan(3 * 500);
  }, 10_000);

  it('concurrent attempts are counted one by one in the process while Redis hangs', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => attempt('login', 2)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });

  it('a hung Redis is used again after it resumes', async () => {
    await store.resume();
    await eventually(async () => expect(await redis.client.exists('rate:write:7')).toBe(1));
  });
});
