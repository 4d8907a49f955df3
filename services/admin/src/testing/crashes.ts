import type { CrashPoint } from '@kumbuka/event-bus';

/** Crash points that work dies at, each once, in order. */
export function createCrashes() {
  let ahead: CrashPoint[] = [];
  return {
    crashAt(point: CrashPoint) {
      if (ahead[0] !== point) return;
      ahead = ahead.slice(1);
      throw new Error(`Died at ${point}.`);
    },
    /** Nothing is left of what was set before. */
    set(...points: CrashPoint[]) {
      ahead = points;
    },
    ahead: () => ahead,
  };
}
