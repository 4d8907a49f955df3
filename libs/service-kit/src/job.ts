import { createHeartbeat, type Lifecycle, type Log } from '@kumbuka/runtime';
import { setTimeout as pause } from 'node:timers/promises';

export interface JobOptions {
  name: string;
  /** Milliseconds between the end of a run and the next one. */
  everyMs: number;
  run(at: Date): Promise<unknown>;
  /** Runs immediately at start instead of after `everyMs`. */
  atStart?: boolean;
  log: Log;
  now?: () => Date;
  /** Monotonic clock in milliseconds. */
  monotonic?: () => number;
  /** Resolves after some milliseconds; rejects when the job is stopped. */
  sleep?(ms: number, signal: AbortSignal): Promise<unknown>;
}

/** A run that takes longer counts as hanging. */
const aliveWithinMs = 300_000;

const sleepByTimer = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal, ref: false });

/** Repeats work without overlap; logs failed runs and continues. */
export function createJob(options: JobOptions): Lifecycle {
  const { name, everyMs, run, log, now = () => new Date(), sleep = sleepByTimer } = options;
  let ending = new AbortController();
  const pulse = createHeartbeat(everyMs + aliveWithinMs, options.monotonic);
  let series: Promise<void> | null = null;

  const runOnce = async () => run(now());
  const runSafely = () =>
    runOnce().catch((error: unknown) => log.error({ err: error, job: name }, 'a run of a job failed'));

  async function runSeries(signal: AbortSignal) {
    pulse.beat();
    if (options.atStart) await runSafely();
    while (!signal.aborted) {
      pulse.beat();
      const isDue = await sleep(everyMs, signal).then(
        () => true,
        () => false,
      );
      if (isDue) await runSafely();
    }
  }

  return {
    async start() {
      ending = new AbortController();
      series = runSeries(ending.signal);
    },
    async stop() {
      ending.abort();
      pulse.rest();
      await series;
      series = null;
    },
    isReady: () => series !== null,
    isAlive: () => series === null || pulse.isAlive(),
  };
}
