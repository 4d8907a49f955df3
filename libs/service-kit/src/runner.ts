import type { Lifecycle, Log } from '@kumbuka/runtime';

export interface Runner extends Lifecycle {
  /** Runs the work with this id; once more after its end when it is already running, because it may have read its state. */
  wake(id: string): void;
  /** Resolves when the work with this id ends in this process. */
  ended(id: string): Promise<void>;
  /** Ends all work early, without waiting for it. */
  abort(): void;
}

export interface RunnerOptions {
  name: string;
  /** Ends soon after the signal aborts; another process, or the next start, continues. */
  run(id: string, signal: AbortSignal): Promise<void>;
  /** Maximum number of parallel runs; the others wait. */
  atOnce: number;
  log: Log;
}

/** Runs work that is stored in the database. Any process resumes work that ended early. */
export function createRunner({ name, run, atOnce, log }: RunnerOptions): Runner {
  const running = new Map<string, Promise<void>>();
  const wokenAgain = new Set<string>();
  const waiting: (() => void)[] = [];
  let active = 0;
  let ending = new AbortController();

  const enter = async () => {
    if (active >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else active += 1;
  };
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else active -= 1;
  };

  async function runOne(id: string) {
    await enter();
    try {
      if (!ending.signal.aborted) await run(id, ending.signal);
    } catch (error) {
      log.error({ err: error, id, runner: name }, 'work ended early and will be resumed');
    } finally {
      leave();
    }
  }

  async function runUntilQuiet(id: string) {
    do {
      wokenAgain.delete(id);
      await runOne(id);
    } while (wokenAgain.has(id) && !ending.signal.aborted);
    wokenAgain.delete(id);
    running.delete(id);
  }

  return {
    wake(id) {
      if (ending.signal.aborted) return;
      if (running.has(id)) wokenAgain.add(id);
      else running.set(id, runUntilQuiet(id));
    },
    ended: async (id) => running.get(id),
    abort: () => ending.abort(),
    start: async () => void (ending = new AbortController()),
    async stop() {
      ending.abort();
      await Promise.all(running.values());
    },
    isReady: () => !ending.signal.aborted,
  };
}
