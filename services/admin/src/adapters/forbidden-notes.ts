import { RateLimited } from '@kumbuka/contracts';
import type { RateLimiter } from '@kumbuka/service-kit';

const notesPerMinute = 60;

/** Limits the audit entries of rejected calls per network and minute, so that key guessing cannot fill the log. */
export const forbiddenNotes =
  (rateLimiter: RateLimiter) =>
  async (ip: string): Promise<boolean> =>
    rateLimiter.check({ name: 'admin-forbidden', key: ip, limit: notesPerMinute, windowSeconds: 60 }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof RateLimited) return false;
        throw error;
      },
    );
