import { Unavailable } from '@kumbuka/contracts';

/** Runs work when its turn comes. Throws `Unavailable` when too many wait. */
export type LimitConcurrency = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs up to `atOnce` tasks concurrently; at most `maxWaiting` others wait in order. */
export function createConcurrencyLimit(atOnce: number, maxWaiting: number): LimitConcurrency {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = () => {
    if (running < atOnce) {
      running++;
      return Promise.resolve();
    }
    if (waiting.length >= maxWaiting) throw new Unavailable();
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  /** Hands the slot to the next waiter. */
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running--;
  };

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
