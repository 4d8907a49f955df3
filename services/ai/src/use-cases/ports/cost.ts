import type { Budgets, Cost, DayCost, LearnerCost, Tier } from '../../domain/cost.ts';

/** Budgets that a call was charged to. */
export interface CostAccount {
  ownerId: number;
  tier: Tier;
  day: string;
}

/** Costs of model calls, limited by daily token budgets. */
export interface Costs {
  budgets: Budgets;
  /** Reserves the maximum cost of a call; `null` when the tier or the learner has too few tokens left today. */
  take(ownerId: number, tier: Tier, cost: Cost): Promise<CostAccount | null>;
  /** Corrects a reservation to the actual cost. */
  settle(account: CostAccount, change: Cost): Promise<void>;
  /** Tokens spent or reserved on a day by a tier. */
  tokensOn(day: string, tier: Tier): Promise<number>;
  /** Days with calls, both tiers together, oldest first. */
  listDays(from: string): Promise<DayCost[]>;
  /** Learners with the highest cost since a day, highest first. */
  listDearest(from: string, limit: number): Promise<LearnerCost[]>;
  removeAll(ownerId: number): Promise<void>;
}
