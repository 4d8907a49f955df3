import type { Log, Lifecycle } from '@kumbuka/http-kit';

interface Options {
  idleLearners: (now: Date, limit: number) => Promise<number[]>;
  finishIdleSessions: (userId: number) => Promise<void>;
  now: () => Date;
  everyMs: number;
  log: Log;
}

const learnersAtOnce = 100;
const roundsMost = 50;

/** Ends sessions whose learners did not come back, by an index of when the first of a learner's sessions ends. */
export function createSweep({ idleLearners, finishIdleSessions, now, everyMs, log }: Options): Lifecycle {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let stopped = true;

  /** One learner whose sessions cannot be ended holds up no other. */
  const finishFor = (userId: number) =>
    finishIdleSessions(userId).catch((error: unknown) =>
      log.warn({ err: error, userId }, 'idle sessions of a learner were not ended'),
    );

  async function sweep() {
    for (let round = 0; round < roundsMost; round++) {
      const users = await idleLearners(now(), learnersAtOnce);
      for (const userId of users) await finishFor(userId);
      if (users.length < learnersAtOnce) return;
    }
  }

  function schedule() {
    if (stopped) return;
    timer = setTimeout(() => {
      running = sweep()
        .catch((error: unknown) => log.warn({ err: error }, 'idle sessions were not ended'))
        .finally(schedule);
    }, everyMs);
    timer.unref();
  }

  return {
    async start() {
      stopped = false;
      schedule();
    },
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
    isReady: () => !stopped,
  };
}
