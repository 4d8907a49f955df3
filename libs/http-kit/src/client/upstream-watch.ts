import type { Lifecycle } from '@kumbuka/runtime';
import { setTimeout as pause } from 'node:timers/promises';

type WatchedUpstream = { isReady(): Promise<boolean> };

const pollMs = 50;
const timeoutMs = 30_000;

/**
 * Ready once every upstream has been ready, at the latest after half a minute. Later outages do not affect
 * readiness.
 */
export function createUpstreamWatch(upstreams: readonly WatchedUpstream[]): Lifecycle {
  let ready = false;
  let stopped = false;

  async function untilReady(upstream: WatchedUpstream) {
    const began = performance.now();
    while (!stopped && performance.now() - began < timeoutMs && !(await upstream.isReady()))
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
