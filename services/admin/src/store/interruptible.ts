import type { CrashAt } from '@kumbuka/event-bus';
import type { Transact } from '../use-cases/ports.ts';

/** Transactions that note deleted users; trials end the process before and after them. */
export const interruptible =
  (transact: Transact, crashAt: CrashAt): Transact =>
  async (work) => {
    crashAt('after-users-deleted-before-noted');
    const result = await transact(work);
    crashAt('after-users-noted');
    return result;
  };
