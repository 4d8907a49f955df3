import { ProductError, Unauthenticated } from '@kumbuka/contracts';
import { noPlan, type StoredPlan } from './plan.ts';

/** Learner as ai stores it. */
export interface Learner extends StoredPlan {
  id: number;
  /** Running generation; a learner has at most one. */
  runningId: number | null;
  /** Set when the account is deleted and never removed, so that late events create no rows. */
  erasedAt: Date | null;
}

export const newLearner = (id: number): Learner => ({ id, ...noPlan, runningId: null, erasedAt: null });

/** Rejects writes for an erased account, whose token may outlive it by some seconds. */
export function assertNotErased({ erasedAt }: Learner) {
  if (erasedAt) throw new Unauthenticated();
}

export function assertNothingRuns({ runningId }: Learner) {
  if (runningId !== null) throw new ProductError('GENERATION_RUNNING', { retryAfterSeconds: 5 });
}
