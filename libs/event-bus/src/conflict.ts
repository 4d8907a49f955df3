/** Server errors of MongoDB that say "somebody else changed it first": LockTimeout, WriteConflict, SnapshotUnavailable, NoSuchTransaction. */
const conflictCodes = new Set<unknown>([24, 112, 246, 251]);

/**
 * A transaction that met another one: nothing is away, and nothing is wrong with the event. The same work may pass at
 * once, and a smaller piece of it sooner than a large one.
 */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name.startsWith('Mongo') && 'code' in error && conflictCodes.has(error.code)) return true;
  return isConflict(error.cause);
}

const firstPauseMs = 10;
const lastPauseMs = 400;

/** Milliseconds to wait before the next try: up to twice as many each time, at random, so that rivals part. */
export const conflictPauseMs = (tries: number, random: () => number = Math.random): number =>
  random() * Math.min(firstPauseMs * 2 ** tries, lastPauseMs);
