/** Entry point of `startStoreProcess`. Its first line of output is the address of the store. */

import { startMongo } from '@kumbuka/embedded/mongo';
import { startRedis } from '@kumbuka/embedded/redis';
import { redisPassword } from './test-redis.ts';

const url =
  process.argv[2] === 'mongo'
    ? (await startMongo({})).uri('')
    : (await startRedis({ password: redisPassword })).url;
console.log(url);
