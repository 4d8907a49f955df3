import { startRedis } from '@kumbuka/embedded/redis';
import { redisUrl } from '@kumbuka/embedded/addresses';
import { borrow } from './lender.ts';

export const redisPassword = 'for-tests-only';

export interface TestRedis {
  port: number;
  url: string;
  stop(): Promise<void>;
}

/** Starts an empty Redis for one test file. */
export async function startTestRedis(): Promise<TestRedis> {
  const lent = await borrow('redis', { password: redisPassword });
  if (!lent) return startRedis({ password: redisPassword });
  return { port: lent.port, url: redisUrl(lent.port, redisPassword), stop: () => lent.control('stop') };
}
