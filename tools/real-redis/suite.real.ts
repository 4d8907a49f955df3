import { redisSuite } from '@kumbuka/protocol-suites/redis';

const url = process.env['REAL_REDIS_URL'];
if (url === undefined)
  throw new Error('REAL_REDIS_URL is missing: start this by `node tools/real-redis/run.ts`');

redisSuite({ url: () => url });
