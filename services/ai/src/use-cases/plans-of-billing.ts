import type { Learner } from '../domain/learner.ts';
import { hasPlan, isSamePlan, noPlan, planBy, type PlanUpdate, type StoredPlan } from '../domain/plan.ts';
import type { LearnerStore, PlanReader, Ports } from './ports.ts';

type PlanPorts = Pick<Ports, 'learners' | 'transact'> & { billing: PlanReader };

/** Describes to the rebuild how learners' plans derive from billing's; erased learners have none. */
export const plansOfBilling = ({ learners, transact, billing }: PlanPorts) => ({
  name: 'plans',
  source: billing,
  learners,
  transact,
  listCopied: learners.listWithPlan,
  copyOf: (learner: Learner): StoredPlan => learner,
  derive: (learner: Learner, update: PlanUpdate): StoredPlan =>
    learner.erasedAt ? noPlan : planBy(update, learner),
  isSame: isSamePlan,
  fieldsOf: ({ paidUntil, expiredAt }: StoredPlan) =>
    hasPlan({ paidUntil, expiredAt }) ? { paidUntil, expiredAt } : null,
  save: ({ savePlan }: LearnerStore, userId: number, plan: StoredPlan) => savePlan(userId, plan),
});
