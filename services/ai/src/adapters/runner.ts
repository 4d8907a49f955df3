import { currentContext, runInContext, type Lifecycle, type Log } from '@kumbuka/runtime';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Runner as RunnerPort, RunStore } from '../use-cases/ports.ts';

export interface RunnerOptions {
  runs: Pick<RunStore, 'beat'>;
  log: Log;
}

export interface Runner extends RunnerPort, Lifecycle {
  /** Aborts every run at once; their reserved prompts are released. */
  abort(): void;
}

const beatMs = 2_000;
/** Time limit of a run, shorter than the timeout of the request that waits for it. */
const maxMs = 50_000;

export function createRunner({ runs, log }: RunnerOptions): Runner {
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  // A run outlives its request, so it must not store its response under the request's Idempotency-Key.
  const outside = AsyncLocalStorage.snapshot();

  function track<Result>(work: Promise<Result>): Promise<Result> {
    const settled = work.catch(() => undefined).finally(() => running.delete(settled));
    running.add(settled);
    return work;
  }

  return {
    keepAlive(run, work) {
      const timer = setInterval(() => {
        runs
          .beat(run)
          .catch((error: unknown) => log.debug({ err: error }, 'the heartbeat of a run was not saved'));
      }, beatMs);
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(maxMs)]);
      return track(work(signal).finally(() => clearInterval(timer)));
    },
    inBackground(work) {
      const context = currentContext();
      const silently = () =>
        work().catch((error: unknown) => log.warn({ err: error }, 'a generation could not be ended'));
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
