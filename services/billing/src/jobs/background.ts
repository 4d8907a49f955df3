import type { Lifecycle, Log } from '@kumbuka/runtime';

export interface Background extends Lifecycle {
  /** Continues work that no caller waits for; logs failures. */
  goOn(work: Promise<unknown>): void;
}

/** Work that outlives its request; awaited on shutdown. */
export function createBackground(log: Log): Background {
  const running = new Set<Promise<unknown>>();
  return {
    goOn(work) {
      const settled = work
        .catch((error: unknown) => log.warn({ err: error }, 'work in the background failed'))
        .finally(() => running.delete(settled));
      running.add(settled);
    },
    start: async () => undefined,
    stop: async () => void (await Promise.all(running)),
    isReady: () => true,
  };
}
