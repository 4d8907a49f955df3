import { createLog } from '@kumbuka/runtime';
import { areServersReal, startTestRedis, type TestRedis } from '@kumbuka/testing/servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectRedis, type RedisConnection } from '../stores/redis.ts';
import { createLocalWindows } from './local-windows.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';

const log = createLog('limits', 'silent');

describe('without Redis', () => {
  it('services of one process share the budget of an account', async () => {
    const windows = createLocalWindows();
    const services = [createRateLimiter({ windows }), createRateLimiter({ windows })];
    const rule = { name: 'write', key: '7', limit: 120, windowSeconds: 60 };
    const attempts = Array.from({ length: 200 }, (_, n) => services[n % 2]!.check(rule));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(120);
    await expect(services[0]!.check(rule)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('a reservation counts under all rules or under none, can be taken back, and ends with a reset', async () => {
    const limiter = createRateLimiter();
    const wide = { name: 'x', key: 'wide', limit: 3, windowSeconds: 60 };
    const narrow = { name: 'x', key: 'narrow', limit: 2, windowSeconds: 60 };
    const reserve = () => limiter.reserve([wide, narrow]).catch(() => null);
    const reserved = await Promise.all(Array.from({ length: 5 }, reserve));
    expect(reserved.filter((each) => each !== null)).toHaveLength(2);
    await limiter.reserve([wide]);
    expect(await reserve()).toBeNull();
    await reserved.find((each) => each !== null)?.();
    expect(await reserve()).not.toBeNull();
    await limiter.reset(wide);
    await limiter.reset(narrow);
    expect(await reserve()).not.toBeNull();
  });
});

describe.runIf(areServersReal)('with Redis', () => {
  let server: TestRedis;
  let redis: RedisConnection;
  let limiter: RateLimiter;

  beforeAll(async () => {
    server = await startTestRedis();
    redis = connectRedis({ url: server.url, log });
    await redis.start();
    limiter = createRateLimiter({ redis: redis.client });
  });
  afterAll(async () => {
    await redis.stop();
    await server.stop();
  });

  it('a window does not last longer after the clock was set back', async () => {
    const rule = { name: 'x', key: 'set-back', limit: 2, windowSeconds: 60 };
    await redis.client.set('rate:x:set-back', 2, 'EX', 3_600);
    await expect(limiter.check(rule)).rejects.toMatchObject({ retryAfterSeconds: 60 });
    expect(await redis.client.ttl('rate:x:set-back')).toBeLessThanOrEqual(60);
  });

  it('a window without an expiry gets one', async () => {
    await redis.client.set('rate:x:endless', 1);
    await limiter.check({ name: 'x', key: 'endless', limit: 5, windowSeconds: 60 });
    expect(await redis.client.ttl('rate:x:endless')).toBeGreaterThan(0);
  });

  it('Retry-After is the remaining time of the exhausted window, not the length of a new one', async () => {
    const rule = { name: 'x', key: 'begun', limit: 1, windowSeconds: 60 };
    await redis.client.set('rate:x:begun', 1, 'EX', 20);
    await expect(limiter.check(rule)).rejects.toMatchObject({ retryAfterSeconds: 20 });
    await expect(limiter.reserve([rule])).rejects.toMatchObject({ retryAfterSeconds: 20 });
  });

  it('a reservation counts under all rules or under none, and can be taken back', async () => {
    const wide = { name: 'x', key: 'wide', limit: 3, windowSeconds: 60 };
    const narrow = { name: 'x', key: 'narrow', limit: 2, windowSeconds: 60 };
    const reserve = () => limiter.reserve([wide, narrow]).catch(() => null);
    const reserved = await Promise.all(Array.from({ length: 5 }, reserve));
    expect(reserved.filter((each) => each !== null)).toHaveLength(2);
    expect(await redis.client.mget('rate:x:wide', 'rate:x:narrow')).toEqual(['2', '2']);
    for (const takeBack of reserved) await takeBack?.();
    expect(await redis.client.mget('rate:x:wide', 'rate:x:narrow')).toEqual(['0', '0']);
  });

  it('a reservation that is taken back after its window ended starts no window below zero', async () => {
    const takeBack = await limiter.reserve([{ name: 'x', key: 'late', limit: 2, windowSeconds: 60 }]);
    await redis.client.del('rate:x:late');
    await takeBack();
    expect(await redis.client.get('rate:x:late')).toBe('0');
  });

  it('a limiter opens no second budget when Redis responds to some attempts late or not at all', async () => {
    const rule = { name: 'x', key: 'slow-at-times', limit: 4, windowSeconds: 60 };
    let isSlow = false;
    const slowAtTimes = new Proxy(redis.client, {
      get: (client, name, receiver) =>
        isSlow && name === 'pipeline'
          ? () => {
              throw new Error('Redis took too long.');
            }
          : Reflect.get(client, name, receiver),
    });
    const limiter = createRateLimiter({ redis: slowAtTimes });
    const taken = async (attempts: number) => {
      let count = 0;
      for (let n = 0; n < attempts; n++)
        count += await limiter.reserve([rule]).then(
          () => 1,
          () => 0,
        );
      return count;
    };
    isSlow = true;
    expect(await taken(2)).toBe(2);
    isSlow = false;
    expect(await taken(4)).toBe(2);
    isSlow = true;
    expect(await taken(4)).toBe(0);
  });
});

it('a limiter counts in the process during an outage of Redis', async () => {
  const gone = connectRedis({ url: 'redis://127.0.0.1:1', log: log });
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
