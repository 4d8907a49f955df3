import type { Learner } from '../../domain/learner.ts';
import type { PlanUpdate, StoredPlan } from '../../domain/plan.ts';

export interface LearnerStore {
  find(id: number): Promise<Learner>;
  /** Records the running generation; `null` for none. */
  saveRunning(id: number, runningId: number | null): Promise<void>;
  savePlan(id: number, plan: StoredPlan): Promise<void>;
  /** Ids of learners with a stored plan, after an id, in order. */
  listWithPlan(after: number, limit: number): Promise<number[]>;
  /** Conflicts with a concurrent erasure; false after one. */
  lock(id: number): Promise<boolean>;
  /** Writes the tombstone of a learner. */
  erase(id: number, at: Date): Promise<void>;
}

/** Plans read from billing. Throws `Unavailable` during an outage. */
export interface PlanReader {
  /** A page of plans ordered by user id, with the cursor of the next page or `null`. */
  list(after: number): Promise<{ users: PlanUpdate[]; next: number | null }>;
  read(userId: number): Promise<PlanUpdate>;
}
