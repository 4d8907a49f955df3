import type { Log } from '@kumbuka/runtime';
import { isFitDue } from '../domain/learner/own-weights.ts';
import type { FitAttempt, FitStore, LearnerStore } from '../use-cases/ports.ts';

interface JobPorts {
  learners: Pick<LearnerStore, 'findStudying'>;
  fits: Pick<FitStore, 'findMany'>;
  fitWeights(ownerId: number, latest: FitAttempt | null, isOver: () => boolean): Promise<void>;
  log: Log;
}

const learnersAtOnce = 200;

/**
 * Fits the weights of all learners, one after another, and continues in the next run where it ended. A fit that fails or
 * takes long delays the others, but does not stop them.
 */
export function fitAllWeights({ learners, fits, fitWeights, log }: JobPorts) {
  let after = 0;

  async function fitDue(ownerId: number, latest: FitAttempt | null, isOver: () => boolean) {
    try {
      await fitWeights(ownerId, latest, isOver);
    } catch (error) {
      if (!isOver()) log.warn({ err: error, userId: ownerId }, 'weights of a learner were not fitted');
    }
  }

  return async (now: Date, isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const page = await learners.findStudying(after, learnersAtOnce);
      const attempts = await fits.findMany(page.map(({ ownerId }) => ownerId));
      const latestOf = new Map(attempts.map((attempt) => [attempt.ownerId, attempt]));
      for (const { ownerId, seq } of page) {
        if (isOver()) return;
        after = ownerId;
        const latest = latestOf.get(ownerId) ?? null;
        if (isFitDue({ seq }, latest, now)) await fitDue(ownerId, latest, isOver);
      }
      if (page.length < learnersAtOnce) {
        after = 0;
        return;
      }
    }
  };
}
