import { activeTimeout } from '@kumbuka/runtime';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

export interface ProbeTimes {
  /** Milliseconds of work before the process is probed, and between probes. */
  intervalMs: number;
  /** Timeout of a probe in milliseconds in which this process runs. */
  responseMs: number;
  /** Milliseconds between probes of a process that hangs. */
  recheckMs: number;
}

/** A pause of 3 s is no hang. Calls to a process that hangs fail within 5 s. */
const defaultTimes: ProbeTimes = { intervalMs: 500, responseMs: 3_800, recheckMs: 100 };

export interface LivenessProbe {
  /**
   * Runs work that depends on the process and aborts it when the process hangs. A busy process still responds to probes.
   * Rejects immediately while the process hangs.
   */
  guard<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Probes a process at `/health/live` on a separate connection. */
export function createLivenessProbe(origin: string, times = defaultTimes): LivenessProbe {
  const { intervalMs, responseMs, recheckMs } = times;
  const pool = new Pool(origin, { connections: 1 });
  const pending = new Set<AbortController>();
  let probing: Promise<boolean> | null = null;
  let hangs = false;
  let closed = false;

  async function responds(): Promise<boolean> {
    const { signal, end } = activeTimeout(responseMs);
    try {
      const { body } = await pool.request({ method: 'GET', path: '/health/live', signal });
      await body.dump();
      return true;
    } catch {
      return false;
    } finally {
      end();
    }
  }
  const isAlive = () => (probing ??= responds().finally(() => (probing = null)));

  /** Aborts all work and probes until the process responds. Until then calls fail without waiting for a probe. */
  async function failCallsUntilItResponds() {
    hangs = true;
    for (const each of pending) each.abort();
    while (!closed && !(await responds())) await pause(recheckMs, undefined, { ref: false });
    hangs = false;
  }
  async function check() {
    if (!(await isAlive()) && !hangs && !closed) await failCallsUntilItResponds();
  }

  return {
    async guard(work) {
      if (hangs) throw new Error('The process hangs.');
      const abort = new AbortController();
      pending.add(abort);
      const timer = setInterval(() => void check(), intervalMs);
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
