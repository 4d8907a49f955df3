import type { Ports } from './ports.ts';

type ErasePorts = Pick<Ports, 'learners' | 'generations' | 'quotas' | 'costs' | 'forgetResponses'>;

/**
 * Erases everything of a learner; idempotent. The tombstone comes first and stops new generations; a running one loses its
 * row and stores nothing.
 */
export const eraseLearner =
  ({ learners, generations, quotas, costs, forgetResponses }: ErasePorts) =>
  async (learnerId: number, at: Date): Promise<void> => {
    await learners.erase(learnerId, at);
    await generations.removeAll(learnerId);
    await quotas.removeAll(learnerId);
    await costs.removeAll(learnerId);
    await forgetResponses(learnerId);
  };
