import type { Lifecycle, Log } from '@kumbuka/runtime';
import { setTimeout as pause } from 'node:timers/promises';
import type { Background } from '../use-cases/ports.ts';

/** Work that outlives its request: its failures are logged, and a shutdown waits for it. */
export function createBackground(log: Log): Background & Lifecycle {
  const running = new Set<Promise<unknown>>();
  return {
    run(work) {
      const settled = work
        .catch((error: unknown) => log.warn({ err: error }, 'work in the background failed'))
        .finally(() => running.delete(settled));
      running.add(settled);
    },
    // A caller who gave up keeps no process alive.
    pause: (ms) => pause(ms, undefined, { ref: false }),
    start: async () => undefined,
    stop: async () => void (await Promise.all(running)),
    isReady: () => true,
  };
}
