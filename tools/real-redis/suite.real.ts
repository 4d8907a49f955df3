import { redisSuite } from '@kumbuka/testing/redis-suite';

const url = process.env['REAL_REDIS_URL'];
if (url === undefined)
  throw new Error('REAL_REDIS_URL is missing: start this by `node tools/real-redis/run.ts`');

redisSuite({ url: () => url });
