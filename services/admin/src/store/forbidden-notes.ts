import { RateLimited } from '@kumbuka/contracts';
import type { RateLimiter } from '@kumbuka/service-kit';

const notesPerMinute = 60;

/** Refused calls of a network that are noted each minute: guessing keys must not fill the log. */
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
