import type { Log, Lifecycle } from '@kumbuka/http-kit';

interface Chore {
  name: string;
  everyMs: number;
  work(): Promise<unknown>;
  log: Log;
}

/** Work that is done again and again; a failure is logged, and the next round tries again. */
export function createChore({ name, everyMs, work, log }: Chore): Lifecycle {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<unknown> = Promise.resolve();

  const round = () => {
    running = running
      .then(work)
      .catch((error: unknown) => log.error({ err: error, chore: name }, 'a chore failed'));
  };

  return {
    async start() {
      timer = setInterval(round, everyMs);
      timer.unref();
      round();
    },
    async stop() {
      if (timer) clearInterval(timer);
      await running;
    },
    isReady: () => true,
  };
}
