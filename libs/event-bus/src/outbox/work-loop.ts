import { setTimeout as pause } from 'node:timers/promises';

/** Calls a function after some milliseconds; returns a function that cancels the call. */
export type Schedule = (ms: number, call: () => void) => () => void;

export interface WorkLoopOptions {
  /** Processes the queue. */
  work(): Promise<void>;
  /** Milliseconds between polls without a wake-up. */
  pollMs: number;
  onFailure(error: unknown, failures: number): void;
  schedule?: Schedule | undefined;
}

export interface WorkLoop {
  start(): void;
  /** Waits for running work, at most this number of milliseconds. */
  stop(withinMs: number): Promise<void>;
  isRunning(): boolean;
  /** Signals new work. Does nothing after a failure, because the timer starts the next attempt. */
  wake(): void;
}

const firstBackoffMs = 200;
const lastBackoffMs = 5_000;

const byTimer: Schedule = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

/** Runs work on a signal and by a timer, one run at a time; retries failed runs forever. */
export function createWorkLoop({ work, pollMs, onFailure, schedule = byTimer }: WorkLoopOptions): WorkLoop {
  let cancel = () => {};
  let working: Promise<void> | null = null;
  let again = false;
  let running = false;
  let failures = 0;

  function beginAfter(ms: number) {
    cancel();
    if (running) cancel = schedule(ms, begin);
  }

  function retryLater(error: unknown) {
    const wait = Math.min(firstBackoffMs * 2 ** failures, lastBackoffMs);
    failures += 1;
    onFailure(error, failures);
    beginAfter(wait);
  }

  async function workUntilDone() {
    do {
      again = false;
      await work();
    } while (again && running);
    failures = 0;
    beginAfter(pollMs);
  }

  function begin() {
    if (!running) return;
    again = true;
    working ??= workUntilDone()
      .catch(retryLater)
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
