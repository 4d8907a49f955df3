import type { Learner } from '../domain/learner.ts';
import { hasPlan, isSamePlan, noPlan, planBy, type Plan } from '../domain/plan.ts';
import type { PlanReader, PlansAhead, Ports } from './ports.ts';

type Needs = Pick<Ports, 'learners' | 'transact'> & { billing: PlanReader };

const usersAtOnce = 500;

/** Everybody who has a plan by billing's word, then whoever has one by ours alone. */
export const listPlanned = ({ learners }: Pick<Needs, 'learners'>, ahead: PlansAhead) =>
  ahead.listEverybody((after) => learners.listWithPlan(after, usersAtOnce));

/** Nothing is kept of who is gone. */
const shouldBe = (learner: Learner, told: Plan): Plan => (learner.erasedAt ? noPlan : planBy(told, learner));

const rowsOf = (userId: number, { paidUntil, expiredAt }: Plan) =>
  hasPlan({ paidUntil, expiredAt }) ? [{ id: `user:${userId}`, fields: { paidUntil, expiredAt } }] : [];

/** What differs by the page at hand may have been told meanwhile: billing is asked once more. */
export const comparePlan =
  ({ learners, billing }: Needs, ahead: PlansAhead) =>
  async (userId: number) => {
    const learner = await learners.find(userId);
    const told = ahead.of(userId);
    const rebuilt =
      told && isSamePlan(learner, shouldBe(learner, told))
        ? learner
        : shouldBe(learner, await billing.read(userId));
    return { live: rowsOf(userId, learner), rebuilt: rowsOf(userId, rebuilt) };
  };

/**
 * Makes the plan of a user what billing says. Billing is asked after the row was read, so it knows all that the row
 * knows; a payment that is told in between changes the row, and the transaction begins again.
 */
export const rebuildPlan =
  ({ transact, billing }: Needs) =>
  (userId: number): Promise<void> =>
    transact(async ({ learners }) => {
      const learner = await learners.find(userId);
      const rebuilt = shouldBe(learner, await billing.read(userId));
      if (!isSamePlan(learner, rebuilt)) await learners.savePlan(userId, rebuilt);
    });
