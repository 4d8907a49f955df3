import type { Log } from '@kumbuka/runtime';
import type { LearnerStore } from '../use-cases/ports.ts';

interface JobPorts {
  learners: Pick<LearnerStore, 'findIdle'>;
  finishIdleSessions(userId: number): Promise<void>;
  log: Log;
}

const learnersAtOnce = 100;
const maxRounds = 50;

/** Ends idle sessions until `isOver()`; an index on the earliest expiry of each learner finds them. */
export function finishAllIdleSessions({ learners, finishIdleSessions, log }: JobPorts) {
  /** A failure for one learner does not stop the others. */
  const finishFor = (userId: number) =>
    finishIdleSessions(userId).catch((error: unknown) =>
      log.warn({ err: error, userId }, 'idle sessions of a learner were not ended'),
    );

  return async (now: Date, isOver: () => boolean): Promise<void> => {
    for (let round = 0; round < maxRounds && !isOver(); round++) {
      const users = await learners.findIdle(now, learnersAtOnce);
      for (const userId of users) if (!isOver()) await finishFor(userId);
      if (users.length < learnersAtOnce) return;
    }
  };
}
