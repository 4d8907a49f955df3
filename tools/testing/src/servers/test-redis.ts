import { redisUrl } from '@kumbuka/embedded/addresses';
import { borrow } from './lender.ts';

export const redisPassword = 'for-tests-only';

export interface TestRedis {
  port: number;
  url: string;
  stop(): Promise<void>;
}

/** Starts an empty Redis for one test file. Only with real servers (`areServersReal`). */
export async function startTestRedis(): Promise<TestRedis> {
  const lent = await borrow('redis', { password: redisPassword });
  if (!lent) throw new Error('Redis is tested on real servers only: npm run suite -- services');
  return { port: lent.port, url: redisUrl(lent.port, redisPassword), stop: () => lent.control('stop') };
}
