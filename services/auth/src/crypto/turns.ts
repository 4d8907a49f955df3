import { Unavailable } from '@kumbuka/contracts';

/** Runs work when it is its turn; throws Unavailable when too many wait. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Lets `atOnce` pieces of work run; others wait in order, at most `mostWaiting` of them. */
export function createTurns(atOnce: number, mostWaiting: number): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;

  const enter = () => {
    if (running < atOnce) {
      running++;
      return Promise.resolve();
    }
    if (waiting.length >= mostWaiting) throw new Unavailable();
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  /** The place passes on to the next in line. */
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
