import { connect } from 'node:net';
// Only this test may import the suites; the server must not depend on them.
import { redisSuite } from '../protocol-suites/redis/index.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedis, type EmbeddedRedis } from './index.ts';

let server: EmbeddedRedis;
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());

redisSuite({ url: () => server.url });

async function withClient<T>(use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(server.url, { maxRetriesPerRequest: 1, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

describe('limits', () => {
  it('Redis rejects scripts, which could block its only thread', async () => {
    for (const command of ['EVAL', 'EVALSHA', 'SCRIPT'])
      await expect(withClient((redis) => redis.call(command, 'return 1', '0'))).rejects.toThrow(
        'scripts are not supported',
      );
  });

  it('Redis returns an error for an argument that is too long', async () => {
    await expect(withClient((redis) => redis.set('k', Buffer.alloc(17 * 1024 * 1024)))).rejects.toThrow(
      'invalid bulk length',
    );
  });

  it('Redis disconnects a client that sends an endless line', async () => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('x'.repeat(100_000));
    const response = await new Promise<string>((resolve) =>
      socket.once('data', (chunk) => resolve(chunk.toString())),
    );
    expect(response).toContain('too big inline request');
    socket.destroy();
  });
});

describe('startRedis', () => {
  it('startRedis listens on loopback only, on the configured port and with the configured password', async () => {
    const first = await startRedis({ password: 'p@ss/word' });
    const redis = new Redis(first.url);
    expect(await redis.ping()).toBe('PONG');
    redis.disconnect();
    await expect(startRedis({ port: first.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await first.stop();
    const second = await startRedis({ port: first.port });
    expect(second.port).toBe(first.port);
    await second.stop();
  });

  it('startRedis refuses to start with NODE_ENV=production', async () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    await expect(startRedis()).rejects.toMatchObject({ code: 'EMBEDDED_REFUSED' });
    process.env['NODE_ENV'] = before;
  });
});
