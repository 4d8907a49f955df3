import { redisSuite } from '@kumbuka/embedded/protocol-suites/redis';

const url = process.env['REAL_REDIS_URL'];
if (url === undefined) throw new Error('REAL_REDIS_URL is missing: start this by `npm run suite -- redis`');

redisSuite({ url: () => url });
