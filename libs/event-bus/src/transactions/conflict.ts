/** MongoDB's codes for a write conflict: LockTimeout, WriteConflict, SnapshotUnavailable, NoSuchTransaction. */
const conflictCodes = new Set<unknown>([24, 112, 246, 251]);

/** Whether a transaction conflicted with another. A retry may succeed at once, more likely with a smaller batch. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name.startsWith('Mongo') && 'code' in error && conflictCodes.has(error.code)) return true;
  return isConflict(error.cause);
}

const firstPauseMs = 10;
const lastPauseMs = 400;

/** Milliseconds before the next attempt: exponential backoff with jitter. */
export const conflictPauseMs = (attempts: number, random: () => number = Math.random): number =>
  random() * Math.min(firstPauseMs * 2 ** attempts, lastPauseMs);
