import { currentContext, runInContext, type Lifecycle, type Log } from '@kumbuka/runtime';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { GenerationStore, Ports } from '../use-cases/ports.ts';

export interface RunsOptions {
  generations: Pick<GenerationStore, 'beat'>;
  log: Log;
}

export interface Runs extends Pick<Ports, 'keepAlive' | 'inBackground'>, Lifecycle {
  /** Ends every run at once; what was reserved for it is released. */
  abort(): void;
}

const beatMs = 2_000;
/** A provider that takes longer is given up, before those who wait for it give up. */
const mostMs = 50_000;

/** The generations that this process runs. */
export function createRuns({ generations, log }: RunsOptions): Runs {
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  // A run outlives its request: the Idempotency-Key of the request at hand is none of its business.
  const outside = AsyncLocalStorage.snapshot();

  function track<Result>(work: Promise<Result>): Promise<Result> {
    const settled = work.catch(() => undefined).finally(() => running.delete(settled));
    running.add(settled);
    return work;
  }

  return {
    keepAlive(run, work) {
      const timer = setInterval(() => {
        generations.beat(run).catch((error: unknown) => log.debug({ err: error }, 'a run could not beat'));
      }, beatMs);
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(mostMs)]);
      return track(work(signal).finally(() => clearInterval(timer)));
    },
    inBackground(work) {
      const context = currentContext();
      const silently = () =>
        work().catch((error: unknown) => log.warn({ err: error }, 'a generation was not ended'));
      void outside(() => runInContext(context, silently));
    },
    abort: () => ending.abort(),
    start: async () => undefined,
    stop: async () => {
      ending.abort();
      await Promise.all(running);
    },
    isReady: () => true,
  };
}
