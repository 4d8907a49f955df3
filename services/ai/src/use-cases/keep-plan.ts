import { applyChange, type PlanChange } from '../domain/plan.ts';
import type { UnitOfWork } from './ports.ts';

/** Stores a change of a subscription; changes may arrive in any order and repeatedly. */
export const keepPlan =
  ({ learners }: Pick<UnitOfWork, 'learners'>) =>
  async (userId: number, change: PlanChange): Promise<void> => {
    const learner = await learners.find(userId);
    if (!learner.erasedAt) await learners.savePlan(userId, applyChange(learner, change));
  };
