import type { Lifecycle, Log } from '@kumbuka/runtime';

export interface Runner extends Lifecycle {
  /** Runs the work with this id unless it is already running. */
  wake(id: string): void;
  /** Resolves when the work with this id ends in this process. */
  ended(id: string): Promise<void>;
}

export interface RunnerOptions {
  name: string;
  run(id: string, isOver: () => boolean): Promise<void>;
  /** Maximum number of parallel runs; the others wait. */
  atOnce: number;
  log: Log;
}

/** Runs work that is stored in the database. Any process resumes work that ended early. */
export function createRunner({ name, run, atOnce, log }: RunnerOptions): Runner {
  const running = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let active = 0;
  let stopped = false;

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
      if (!stopped) await run(id, () => stopped);
    } catch (error) {
      log.error({ err: error, id, runner: name }, 'work ended early and will be resumed');
    } finally {
      leave();
    }
  }

  return {
    wake(id) {
      if (stopped || running.has(id)) return;
      running.set(
        id,
        runOne(id).finally(() => running.delete(id)),
      );
    },
    ended: async (id) => running.get(id),
    start: async () => void (stopped = false),
    async stop() {
      stopped = true;
      await Promise.all(running.values());
    },
    isReady: () => !stopped,
  };
}
