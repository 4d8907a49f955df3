import { conflictPauseMs, isConflict, transactOnce } from '@kumbuka/event-bus';
import type { ClientSession, Connection } from 'mongoose';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds after which a request with repeated write conflicts fails. */
const conflictTimeoutMs = 10_000;

/**
 * Runs `work` in one transaction with majority write concern and retries it after a conflict; it may only
 * make database calls with the session. Does not retry when the store is unreachable.
 */
export async function inTransaction<Result>(
  connection: Connection,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  for (let attempts = 0; ; attempts++) {
    try {
      return await transactOnce(connection, work);
    } catch (error) {
      if (!isConflict(error) || performance.now() - began > conflictTimeoutMs) throw error;
      await pause(conflictPauseMs(attempts));
    }
  }
}
