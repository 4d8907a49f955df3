import type { Ports } from '../ports.ts';

/**
 * Erases a learner's data. The tombstone is written first and blocks new writes, so the rest can be removed
 * in steps and retried.
 */
export const eraseLearner =
  ({
    transact,
    reviews,
    settings,
    reminders,
    fits,
    studies,
    forgetResponses,
  }: Pick<
    Ports,
    'transact' | 'reviews' | 'settings' | 'reminders' | 'fits' | 'studies' | 'forgetResponses'
  >) =>
  async (userId: number): Promise<void> => {
    await transact(userId, (unit) => unit.studies.markErased(userId));
    await reviews.erase(userId);
    await settings.erase(userId);
    await reminders.erase(userId);
    await fits.erase(userId);
    await studies.erase(userId);
    await forgetResponses(userId);
  };
