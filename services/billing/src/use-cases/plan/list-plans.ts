import type { PlanOfUser, PlanPage } from '@kumbuka/contracts';
import type { Subscription } from '../../domain/subscription.ts';
import type { Ports } from '../ports.ts';

const usersAtOnce = 500;

/** Published state of a subscription: the end of the paid time, and whether it has expired. */
function planOf({ ownerId, periodEnd, isLapsed, paymentId, version }: Subscription): PlanOfUser {
  const end = periodEnd?.toISOString() ?? null;
  return { userId: ownerId, paidUntil: end, expiredAt: isLapsed ? end : null, paymentId, version };
}

/** Plans of all users, for services that rebuild their projections. */
export const listPlans =
  ({ subscriptions }: Pick<Ports, 'subscriptions'>) =>
  async (after = 0): Promise<PlanPage> => {
    const users = (await subscriptions.listAfter(after, usersAtOnce)).map(planOf);
    return { users, next: users.length < usersAtOnce ? null : (users.at(-1)?.userId ?? null) };
  };

export const readPlan =
  ({ subscriptions }: Pick<Ports, 'subscriptions'>) =>
  async (userId: number): Promise<PlanOfUser> =>
    planOf(await subscriptions.find(userId));
