import { pause } from '../pause.ts';

/** Calls after some milliseconds; returns a function that cancels. */
export type Later = (ms: number, call: () => void) => () => void;

export interface SeriesOptions {
  /** Processes the queue. */
  work(): Promise<void>;
  /** Milliseconds between polls without a wake-up. */
  pollMs: number;
  onFailure(error: unknown, failures: number): void;
  later?: Later | undefined;
}

export interface Series {
  start(): void;
  /** Waits up to so many milliseconds for running work. */
  stop(withinMs: number): Promise<void>;
  isRunning(): boolean;
  /** Signals new work; after a failure the timer decides, not the caller. */
  wake(): void;
}

const firstBackoffMs = 200;
const lastBackoffMs = 5_000;

const byTimer: Later = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

/** Work that runs on a signal and by a timer, never concurrently; failures are retried forever. */
export function createSeries({ work, pollMs, onFailure, later = byTimer }: SeriesOptions): Series {
  let cancel = () => {};
  let working: Promise<void> | null = null;
  let again = false;
  let running = false;
  let failures = 0;

  function schedule(ms: number) {
    cancel();
    if (running) cancel = later(ms, begin);
  }

  function failed(error: unknown) {
    const wait = Math.min(firstBackoffMs * 2 ** failures, lastBackoffMs);
    failures += 1;
    onFailure(error, failures);
    schedule(wait);
  }

  async function workUntilDone() {
    do {
      again = false;
      await work();
    } while (again && running);
    failures = 0;
    schedule(pollMs);
  }

  function begin() {
    if (!running) return;
    again = true;
    working ??= workUntilDone()
      .catch(failed)
      .finally(() => {
        working = null;
        if (again && failures === 0) begin();
      });
  }

  return {
    start() {
      running = true;
      begin();
    },
    async stop(withinMs) {
      running = false;
      cancel();
      await Promise.race([working, pause(withinMs)]);
    },
    isRunning: () => running,
    wake: () => {
      if (failures === 0) begin();
    },
  };
}
