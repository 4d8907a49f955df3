import type { CrashPoint } from '@kumbuka/event-bus';

/** Sequence of crash points, each of which interrupts work once. */
export function createCrashes() {
  let ahead: CrashPoint[] = [];
  return {
    crashAt(point: CrashPoint) {
      if (ahead[0] !== point) return;
      ahead = ahead.slice(1);
      throw new Error(`Died at ${point}.`);
    },
    /** Replaces the remaining crash points. */
    set(...points: CrashPoint[]) {
      ahead = points;
    },
    ahead: () => ahead,
  };
}
