import type { Log } from '@kumbuka/http-kit';
import type { LearnerStore } from '../use-cases/ports.ts';

interface JobPorts {
  learners: Pick<LearnerStore, 'findIdle'>;
  finishIdleSessions(userId: number): Promise<void>;
  log: Log;
}

const learnersAtOnce = 100;
const roundsMost = 50;

/** Ends sessions whose learners did not come back, by an index of when the first of a learner's sessions ends. */
export function finishAllIdleSessions({ learners, finishIdleSessions, log }: JobPorts) {
  /** One learner whose sessions cannot be ended holds up no other. */
  const finishFor = (userId: number) =>
    finishIdleSessions(userId).catch((error: unknown) =>
      log.warn({ err: error, userId }, 'idle sessions of a learner were not ended'),
    );

  return async (now: Date): Promise<void> => {
    for (let round = 0; round < roundsMost; round++) {
      const users = await learners.findIdle(now, learnersAtOnce);
      for (const userId of users) await finishFor(userId);
      if (users.length < learnersAtOnce) return;
    }
  };
}
