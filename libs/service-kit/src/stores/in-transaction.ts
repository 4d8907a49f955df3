import { conflictPauseMs, isConflict, isTransient, transactOnce } from '@kumbuka/event-bus';
import type { ClientSession, Connection } from 'mongoose';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds in which work is repeated: an election takes 10 to 12 s, a request at most 15 s. */
export const electionWaitMs = 14_000;

const canBeRepeated = (error: unknown) => isConflict(error) || isTransient(error);

/**
 * Runs `work` in one transaction with majority write concern and retries it after a conflict; it may only
 * make database calls with the session. Also retries after a temporary outage, but not once the store is lost.
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
      if (!canBeRepeated(error) || performance.now() - began > electionWaitMs) throw error;
      await pause(conflictPauseMs(attempts));
    }
  }
}
