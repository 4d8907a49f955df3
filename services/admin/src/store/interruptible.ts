import type { CrashAt } from '@kumbuka/event-bus';
import type { Transact } from '../use-cases/ports.ts';

/** Adds crash points before and after a transaction that records deleted users, for trials. */
export const interruptible =
  (transact: Transact, crashAt: CrashAt): Transact =>
  async (work) => {
    crashAt('after-users-deleted-before-noted');
    const result = await transact(work);
    crashAt('after-users-noted');
    return result;
  };
