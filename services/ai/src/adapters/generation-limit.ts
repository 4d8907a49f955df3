import type { RateLimiter } from '@kumbuka/service-kit';

/** Limits the generations of a learner per minute. */
export const countGenerationsBy =
  (rateLimiter: RateLimiter, limit: number) =>
  (userId: number): Promise<void> =>
    rateLimiter.check({ name: 'generation', key: String(userId), limit, windowSeconds: 60 });
