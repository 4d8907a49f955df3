import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

/** In milliseconds. */
export interface PulseTimes {
  /** Without a response before the process is probed, and between probes. */
  patienceMs: number;
  /** In which a probe must be answered. */
  responseMs: number;
  /** Pause between probes of a process that hangs. */
  recheckMs: number;
}

const defaultTimes: PulseTimes = { patienceMs: 500, responseMs: 650, recheckMs: 100 };
/** Two probes, because this process may have been the busy one. */
const attempts = 2;

export interface Pulse {
  /**
   * Runs work with a process and aborts it when the process hangs; a busy process still responds to probes. Fails at once
   * while the process is known to hang.
   */
  guard<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Probes a process at `/health/live` on a separate connection. */
export function createPulse(origin: string, times = defaultTimes): Pulse {
  const { patienceMs, responseMs, recheckMs } = times;
  const pool = new Pool(origin, { connections: 1 });
  const pending = new Set<AbortController>();
  let check: Promise<boolean> | null = null;
  let hangs = false;
  let closed = false;

  const responds = () =>
    pool
      .request({ method: 'GET', path: '/health/live', signal: AbortSignal.timeout(responseMs) })
      .then(({ body }) => body.dump())
      .then(
        () => true,
        () => false,
      );

  async function probe(): Promise<boolean> {
    for (let left = attempts; left > 0; left--) if (await responds()) return true;
    return false;
  }
  const isAlive = () => (check ??= probe().finally(() => (check = null)));

  /** Aborts everything under way, and probes on its own, because callers in a queue would each wait for a probe. */
  async function openUntilItResponds() {
    hangs = true;
    for (const each of pending) each.abort();
    while (!closed && !(await responds())) await pause(recheckMs, undefined, { ref: false });
    hangs = false;
  }
  async function look() {
    if (!(await isAlive()) && !hangs && !closed) await openUntilItResponds();
  }

  return {
    async guard(work) {
      if (hangs) throw new Error('The process hangs.');
      const abort = new AbortController();
      pending.add(abort);
      const timer = setInterval(() => void look(), patienceMs);
      try {
        return await work(abort.signal);
      } finally {
        clearInterval(timer);
        pending.delete(abort);
      }
    },
    close: async () => {
      closed = true;
      await pool.destroy();
    },
  };
}
