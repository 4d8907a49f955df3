import type { Ports } from './ports.ts';

/**
 * Erases a learner in steps that may be repeated. The tombstone comes first and stops what is new; the payments stay in
 * the books without their learner.
 */
export const eraseLearner =
  ({ learners, subscriptions, payments, letters, forgetResponses }: Ports) =>
  async (learnerId: number, at: Date): Promise<void> => {
    await learners.erase(learnerId, at);
    await payments.anonymise(learnerId);
    await subscriptions.remove(learnerId);
    await letters.removeAll(learnerId);
    await forgetResponses(learnerId);
  };
