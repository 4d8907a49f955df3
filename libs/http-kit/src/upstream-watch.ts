import type { Lifecycle } from './lifecycle.ts';

/** What has to be there before anything can be answered. */
type Needed = { isReady(): Promise<boolean> };

const pollMs = 50;
const patienceMs = 30_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Ready once every upstream was: calls before that would fail. One that is still away after half a minute is a gap in
 * the answers and no reason to serve nobody; one that goes away later makes nothing unready.
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
