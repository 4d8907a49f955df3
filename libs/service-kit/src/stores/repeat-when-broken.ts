import { conflictPauseMs, isBrokenConnection, isStoreLost } from '@kumbuka/event-bus';
import type { Connection } from 'mongoose';
import { setTimeout as pause } from 'node:timers/promises';
import { electionWaitMs } from './in-transaction.ts';

/** Runs work that recognises its own repeats, and repeats it after its connection to MongoDB broke. */
export async function repeatWhenBroken<Result>(
  connection: Connection,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  for (let attempts = 0; ; attempts++) {
    try {
      return await work();
    } catch (error) {
      const canRepeat = isBrokenConnection(error) && !isStoreLost(connection);
      if (!canRepeat || performance.now() - began > electionWaitMs) throw error;
      await pause(conflictPauseMs(attempts));
    }
  }
}
