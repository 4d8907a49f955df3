/**
 * `npm run suite -- redis`: the Redis suite against the system's `redis-server` or, without one, a container. REDIS_IMAGE names
 * the image and skips the former. Exit code 2: neither is available.
 */

import { GenericContainer } from 'testcontainers';
import { runSuites } from '../run-suites.ts';
import { isRedisHere, redisServer, startRealRedis } from './real-server.ts';

const PASSWORD = 'suite';
const NOT_RUN = 2;
const image = process.env['REDIS_IMAGE'];

interface Server {
  url: string;
  stop(): Promise<unknown>;
}

const urlOf = (host: string, port: number) => `redis://:${PASSWORD}@${host}:${port}`;

async function installed(): Promise<Server> {
  const server = await startRealRedis(PASSWORD);
  return { url: urlOf('127.0.0.1', server.port), stop: () => server.stop() };
}

async function inContainer(): Promise<Server> {
  const container = await new GenericContainer(image ?? 'redis:8.2.1')
    .withCommand(['redis-server', '--requirepass', PASSWORD])
    .withExposedPorts(6379)
    .start();
  return { url: urlOf(container.getHost(), container.getMappedPort(6379)), stop: () => container.stop() };
}

/** Returns `null` when neither is available. */
const find = (): Promise<Server | null> =>
  image === undefined && isRedisHere() ? installed() : inContainer().catch(() => null);

async function runSuite({ url, stop }: Server): Promise<number> {
  try {
    return await runSuites(import.meta.dirname, { REAL_REDIS_URL: url });
  } finally {
    await stop();
  }
}

const server = await find();
if (!server)
  console.error(
    `NOT RUN: the Redis suite against a real Redis: neither ${redisServer} nor a container is available.`,
  );
process.exitCode = server ? await runSuite(server) : NOT_RUN;
