import type { Ports } from './ports.ts';

/**
 * Erases everything of a learner who is gone. The tombstone comes first: from then on nothing of them is written, so
 * that the rest can be removed piece by piece and again.
 */
export const eraseLearner =
  ({
    transact,
    reviews,
    settings,
    studies,
    forgetAnswers,
  }: Pick<Ports, 'transact' | 'reviews' | 'settings' | 'studies' | 'forgetAnswers'>) =>
  async (userId: number): Promise<void> => {
    await transact(userId, (unit) => unit.studies.markErased(userId));
    await reviews.erase(userId);
    await settings.erase(userId);
    await studies.erase(userId);
    await forgetAnswers(userId);
  };
