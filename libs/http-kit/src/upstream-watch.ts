import type { Lifecycle } from '@kumbuka/runtime';

/** Dependency that must be ready first. */
type Needed = { isReady(): Promise<boolean> };

const pollMs = 50;
const patienceMs = 30_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Ready once every upstream has been ready. After half a minute missing upstreams are tolerated; later
 * outages do not affect readiness.
 */
export function createUpstreamWatch(upstreams: readonly Needed[]): Lifecycle {
  let ready = false;
  let stopped = false;

  async function untilReady(upstream: Needed) {
    const began = performance.now();
    while (!stopped && performance.now() - began < patienceMs && !(await upstream.isReady()))
      await pause(pollMs);
  }

  return {
    start: async () => {
      void Promise.all(upstreams.map(untilReady)).then(() => (ready = !stopped));
    },
    stop: async () => {
      stopped = true;
      ready = false;
    },
    isReady: () => ready,
  };
}
