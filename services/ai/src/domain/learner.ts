import { ProductError, Unauthenticated } from '@kumbuka/contracts';
import { noPlan, type StoredPlan } from './plan.ts';

/** Learner as ai stores it. */
export interface Learner extends StoredPlan {
  id: number;
  /** The generation that is running; a learner has one at a time. */
  runningId: number | null;
  /** Set for ever once the account is gone, so that nothing late brings rows back. */
  erasedAt: Date | null;
}

export const newLearner = (id: number): Learner => ({ id, ...noPlan, runningId: null, erasedAt: null });

/** A token lives a few seconds longer than its account; nothing new is made for it. */
export function assertNotErased({ erasedAt }: Learner) {
  if (erasedAt) throw new Unauthenticated();
}

export function assertNothingRuns({ runningId }: Learner) {
  if (runningId !== null) throw new ProductError('GENERATION_RUNNING', { retryAfterSeconds: 5 });
}
