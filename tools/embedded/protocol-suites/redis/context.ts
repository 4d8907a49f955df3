import { connect } from 'node:net';
import { Redis, type RedisOptions } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { present } from '../present.ts';

export interface RedisSuiteOptions {
  /** The address carries the password (`redis://:password@host:port`). */
  url: () => string;
}

export interface RedisContext extends RedisSuiteOptions {
  /** The connection of all tests, to an empty server. */
  redis: () => Redis;
  /** One more, until the test ends. */
  open: (options?: RedisOptions & { replyMapping?: 'legacy' }) => Redis;
}

/** Connections that end with their test or with the suite; each test begins with an empty server. */
export function useRedis({ url }: RedisSuiteOptions): RedisContext {
  const clients: Redis[] = [];
  let redis: Redis | undefined;

  const open: RedisContext['open'] = (options = {}) => {
    const client = new Redis(url(), { maxRetriesPerRequest: 1, ...options });
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

/** Sends each line over a bare socket and takes the first line of each answer; '' once the server hung up. */
export async function converse(url: string, lines: string[]): Promise<string[]> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const answers: string[] = [];
  for (const line of lines) {
    const answer = new Promise<string>((resolve) => {
      socket.once('data', (chunk) => resolve(chunk.toString().split('\r\n')[0] ?? ''));
      socket.once('close', () => resolve(''));
    });
    socket.write(`${line}\r\n`);
    answers.push(await answer);
  }
  socket.destroy();
  return answers;
}
