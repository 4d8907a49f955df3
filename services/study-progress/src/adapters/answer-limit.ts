import type { RateLimiter } from '@kumbuka/service-kit';

/** Limits answers separately from writes, because one write may carry a hundred answers. */
export const countAnswersBy =
  (rateLimiter: RateLimiter, limit: number) =>
  (userId: number, count: number): Promise<void> =>
    rateLimiter.check({ name: 'answers', key: String(userId), limit, windowSeconds: 60, cost: count });
