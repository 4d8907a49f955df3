import { runSuites } from '../run-suites.ts';
import { isRedisHere, redisServer, startRealRedis } from './real-server.ts';

/** `npm run suite -- redis`: the Redis suite against the system's `redis-server`. Exit code 2: there is none. */
const PASSWORD = 'suite';
const NOT_RUN = 2;

async function runSuite(): Promise<number> {
  const server = await startRealRedis(PASSWORD);
  try {
    const url = `redis://:${PASSWORD}@127.0.0.1:${server.port}`;
    return await runSuites(import.meta.dirname, { REAL_REDIS_URL: url });
  } finally {
    await server.stop();
  }
}

if (!isRedisHere())
  console.error(`NOT RUN: the Redis suite against a real Redis: there is no ${redisServer}.`);
process.exitCode = isRedisHere() ? await runSuite() : NOT_RUN;
