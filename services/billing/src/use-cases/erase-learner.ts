import type { Ports } from './ports.ts';

/**
 * Erases a learner in idempotent steps. The tombstone comes first and blocks new rows; payments stay in the
 * books without an owner.
 */
export const eraseLearner =
  ({
    learners,
    subscriptions,
    payments,
    phones,
    emails,
    forgetResponses,
  }: Pick<Ports, 'learners' | 'subscriptions' | 'payments' | 'phones' | 'emails' | 'forgetResponses'>) =>
  async (learnerId: number, at: Date): Promise<void> => {
    await learners.erase(learnerId, at);
    await payments.anonymise(learnerId);
    await phones.disown(learnerId, at);
    await subscriptions.remove(learnerId);
    await emails.removeAll(learnerId);
    await forgetResponses(learnerId);
  };
