import { setTimeout as pause } from 'node:timers/promises';

/** Maximum wait for a turn; during a database outage, failing requests must not queue up. */
const patienceMs = 1_000;

async function settledOrLate(before: Promise<unknown>) {
  const ending = new AbortController();
  const late = pause(patienceMs, undefined, { signal: ending.signal }).catch(() => undefined);
  await Promise.race([before, late]);
  ending.abort();
}

/**
 * Serialises work with the same key in this process. It only avoids retries; the database guarantees
 * correctness.
 */
export function createTurns() {
  const last = new Map<number, Promise<unknown>>();
  return async <Result>(key: number, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key);
    const mine = before ? settledOrLate(before).then(work) : work();
    const settled = mine.catch(() => undefined);
    last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}
