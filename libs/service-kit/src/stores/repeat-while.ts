import { conflictPauseMs } from '@kumbuka/event-bus';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds in which work is repeated: an election takes 10 to 12 s, a request at most 15 s. */
const electionWaitMs = 14_000;

/** Runs work and repeats it after errors that allow it, until an election of MongoDB should be over. */
export async function repeatWhile<Result>(
  canRepeat: (error: unknown) => boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  for (let attempts = 0; ; attempts++) {
    try {
      return await work();
    } catch (error) {
      if (!canRepeat(error) || performance.now() - began > electionWaitMs) throw error;
      await pause(conflictPauseMs(attempts));
    }
  }
}
