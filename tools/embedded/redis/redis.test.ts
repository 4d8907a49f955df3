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

describe('limits of scripts', () => {
  const evaluate = (script: string) => withClient((redis) => redis.eval(script, 0));

  it('Redis stops endless scripts and keeps serving', async () => {
    await expect(evaluate('while true do end')).rejects.toThrow('fuel limit');
    await expect(evaluate('while true do redis.call("GET", "a") end')).rejects.toThrow('fuel limit');
    expect(await evaluate('return 1')).toBe(1);
  });

  it('Redis stops scripts that use too much memory, and the next one gets a fresh engine', async () => {
    await expect(evaluate('return #string.rep("x", 1e9)')).rejects.toThrow('too much memory');
    expect(await evaluate('return redis.call("SET", "k", "v")')).toBe('OK');
  });

  it('Redis rejects scripts with functions that it could not stop', async () => {
    const loop = 'while true do pcall(function() while true do end end) end';
    await expect(evaluate(loop)).rejects.toThrow("'pcall' is not allowed");
    await expect(evaluate('return string.find("a", ".-b")')).rejects.toThrow("'find' is not allowed");
    await expect(evaluate('return _G["p" .. "call"]')).rejects.toThrow("'_G' is not allowed");
  });

  it('scripts of Redis may name unstoppable functions in a text or a comment, and use redis.pcall', async () => {
    expect(await evaluate('-- find\nreturn "load"')).toBe('load');
    expect(await evaluate('return redis.pcall("GET", "none")')).toBeNull();
  });
});

describe('limits', () => {
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
