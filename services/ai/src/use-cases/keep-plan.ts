import { applyChange, type PlanChange } from '../domain/plan.ts';
import type { UnitOfWork } from './ports.ts';

/** Keeps what billing tells of a subscription, in whatever order it comes and however often. */
export const keepPlan =
  ({ learners }: Pick<UnitOfWork, 'learners'>) =>
  async (userId: number, change: PlanChange): Promise<void> => {
    const learner = await learners.find(userId);
    if (!learner.erasedAt) await learners.savePlan(userId, applyChange(learner, change));
  };
