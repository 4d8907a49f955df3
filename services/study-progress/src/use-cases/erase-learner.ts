import type { ChangeLearner } from './learner-work.ts';

interface Needs {
  changeLearner: ChangeLearner;
  eraseReviews: (userId: number) => Promise<void>;
  eraseProjections: (userId: number) => Promise<void>;
}

/**
 * Erases everything of a learner who is gone. The tombstone comes first: from then on nothing of them is written, so
 * that the rest can be removed piece by piece and again.
 */
export const eraseLearner =
  ({ changeLearner, eraseReviews, eraseProjections }: Needs) =>
  async (userId: number): Promise<void> => {
    await changeLearner(userId, (learner) => learner.bury());
    await eraseReviews(userId);
    await eraseProjections(userId);
  };
