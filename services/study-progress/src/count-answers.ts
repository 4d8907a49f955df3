import type { RateLimiter } from '@kumbuka/service-kit';

/** Answers are counted by themselves: a request may bring a hundred of them and is one write. */
export const countAnswersBy =
  (rateLimiter: RateLimiter, limit: number) =>
  (userId: number, count: number): Promise<void> =>
    rateLimiter.check({ name: 'answers', key: String(userId), limit, windowSeconds: 60, cost: count });
