import type { PlanOfUser, PlanPage } from '@kumbuka/contracts';
import type { Subscription } from '../domain/subscription.ts';
import type { Ports } from './ports.ts';

const usersAtOnce = 500;

/** What the events of a subscription have told: the end of all that is paid, and that it was found over. */
function planOf({ ownerId, periodEnd, isLapsed }: Subscription): PlanOfUser {
  const end = periodEnd?.toISOString() ?? null;
  return { userId: ownerId, paidUntil: end, expiredAt: isLapsed ? end : null };
}

/** The plans of everybody, for processes that make their projections again. */
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
