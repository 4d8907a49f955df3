import { pause } from './pause.ts';

/** Calls after so many milliseconds; gives what cancels it. */
export type Later = (ms: number, call: () => void) => () => void;

export interface SeriesOptions {
  /** Works off what waits. */
  work(): Promise<void>;
  /** Milliseconds until it looks again though nobody has woken it. */
  pollMs: number;
  onFailure(error: unknown, failures: number): void;
  later?: Later | undefined;
}

export interface Series {
  start(): void;
  /** Waits so many milliseconds at most for what is being worked on. */
  stop(withinMs: number): Promise<void>;
  isRunning(): boolean;
  /** There is something to work off; after a failure the clock decides, not those who say so. */
  wake(): void;
}

const firstBackoffMs = 200;
const lastBackoffMs = 5_000;

const byTimer: Later = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

/** Work that is done when somebody wakes it and by the clock, never twice at once; failures are retried for ever. */
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
