import { connect } from 'node:net';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { present } from '../present.ts';

export interface RedisSuiteOptions {
  /** The address contains the password (`redis://:password@host:port`). */
  url: () => string;
}

export interface RedisContext extends RedisSuiteOptions {
  /** Shared connection of all tests, to an empty server. */
  redis: () => Redis;
  /** Opens another connection until the test ends. */
  open: () => Redis;
}

/** Opens connections that end with their test or with the suite. Each test begins with an empty server. */
export function useRedis({ url }: RedisSuiteOptions): RedisContext {
  const clients: Redis[] = [];
  let redis: Redis | undefined;

  const open: RedisContext['open'] = () => {
    const client = new Redis(url(), { maxRetriesPerRequest: 1 });
    client.on('error', () => undefined);
    clients.push(client);
    return client;
  };

  beforeAll(() => {
    redis = open();
  });
  beforeEach(() => present(redis).flushall());
  afterEach(() => {
    for (const client of clients.splice(1)) client.disconnect();
  });
  afterAll(() => redis?.disconnect());
  return { url, redis: () => present(redis), open };
}

export const passwordOf = (url: string): string => decodeURIComponent(new URL(url).password);

/** Sends each line over a raw socket. Returns the first line of each response; '' after the server closed the connection. */
export async function converse(url: string, lines: string[]): Promise<string[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const responses: string[] = [];
  for (const line of lines) {
    const response = new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(chunk.toString().split('\r\n')[0] ?? ''));
      socket.once('close', () => resolve(''));
    });
    socket.write(`${line}\r\n`);
    responses.push(await response);
  }
  socket.destroy();
  return responses;
}
