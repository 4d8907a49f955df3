import { createHeartbeat, type Lifecycle, type Log } from '@kumbuka/runtime';
import { setTimeout as pause } from 'node:timers/promises';

export interface JobOptions {
  name: string;
  /** Milliseconds between the end of a run and the next one. */
  everyMs: number;
  /** Work that takes one step after another, such as a list, ends before the next step when `isOver()` is true. */
  run(at: Date, isOver: () => boolean): Promise<unknown>;
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
/** After this time a run begins no other step; the rest is left to the next run. */
const runMs = 120_000;

const sleepByTimer = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal, ref: false });

/** Repeats work without overlap; logs failed runs and continues. */
export function createJob(options: JobOptions): Lifecycle {
  const { name, everyMs, run, log, now = () => new Date(), sleep = sleepByTimer } = options;
  const { monotonic = () => performance.now() } = options;
  let ending = new AbortController();
  const pulse = createHeartbeat(everyMs + aliveWithinMs, monotonic);
  let series: Promise<void> | null = null;

  async function runOnce(signal: AbortSignal) {
    const began = monotonic();
    await run(now(), () => signal.aborted || monotonic() - began >= runMs);
  }
  const runSafely = (signal: AbortSignal) =>
    runOnce(signal).catch((error: unknown) => log.error({ err: error, job: name }, 'a run of a job failed'));

  async function runSeries(signal: AbortSignal) {
    pulse.beat();
    if (options.atStart) await runSafely(signal);
    while (!signal.aborted) {
      pulse.beat();
      const isDue = await sleep(everyMs, signal).then(
        () => true,
        () => false,
      );
      if (isDue) await runSafely(signal);
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
