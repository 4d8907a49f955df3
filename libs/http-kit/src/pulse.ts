import { Pool } from 'undici';

/** Milliseconds without a response before the process is probed, and between probes. */
const patienceMs = 500;
/** Two probes, because this process may have been the busy one. */
const attempts = 2;
const responseMs = 650;

export interface Pulse {
  /**
   * Runs work with a process and aborts it when the process hangs; a busy process still responds to probes.
   */
  guard<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Probes a process at `/health/live` on a separate connection. */
export function createPulse(origin: string): Pulse {
  const pool = new Pool(origin, { connections: 1 });
  let asked: Promise<boolean> | null = null;
  let hangs = false;

  const answers = () =>
    pool
      .request({ method: 'GET', path: '/health/live', signal: AbortSignal.timeout(responseMs) })
      .then(({ body }) => body.dump())
      .then(
        () => true,
        () => false,
      );

  async function probe(): Promise<boolean> {
    hangs = true;
    for (let left = attempts; hangs && left > 0; left--) hangs = !(await answers());
    return !hangs;
  }

  const isAlive = () => (asked ??= probe().finally(() => (asked = null)));

  return {
    async guard(work) {
      if (hangs && !(await isAlive())) throw new Error('The process hangs.');
      const abort = new AbortController();
      const look = async () => void ((await isAlive()) || abort.abort());
      const timer = setInterval(() => void look(), patienceMs);
      try {
        return await work(abort.signal);
      } finally {
        clearInterval(timer);
      }
    },
    close: () => pool.destroy(),
  };
}
