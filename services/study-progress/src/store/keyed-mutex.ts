import { setTimeout as pause } from 'node:timers/promises';

/** Maximum wait for earlier work. The work then starts without it, so that requests do not queue up during a database outage. */
const maxWaitMs = 1_000;

async function waitFor(before: Promise<unknown>) {
  const timeout = new AbortController();
  const timedOut = pause(maxWaitMs, undefined, { signal: timeout.signal }).catch(() => undefined);
  await Promise.race([before, timedOut]);
  timeout.abort();
}

/**
 * Serialises work with the same key in this process. It only avoids retries; the database guarantees
 * correctness.
 */
export function createKeyedMutex() {
  const last = new Map<number, Promise<unknown>>();
  return async <Result>(key: number, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key);
    const mine = before ? waitFor(before).then(work) : work();
    const settled = mine.catch(() => undefined);
    last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
