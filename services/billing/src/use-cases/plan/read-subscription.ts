import type { Principal } from '@kumbuka/identity';
import { isActive } from '../../domain/subscription.ts';
import { allowanceOf, type Allowance } from '../../domain/usage.ts';
import type { Ports } from '../ports.ts';

export interface SubscriptionNow {
  isActive: boolean;
  periodEnd: Date | null;
  allowance: Allowance;
}

/** Plan and this month's prompts, both from billing's own data. */
export const readSubscription =
  ({
    subscriptions,
    learners,
    monthOf,
    now,
  }: Pick<Ports, 'subscriptions' | 'learners' | 'monthOf' | 'now'>) =>
  async ({ userId }: Principal): Promise<SubscriptionNow> => {
    const [subscription, { usage }] = await Promise.all([subscriptions.find(userId), learners.find(userId)]);
    const at = now();
    const active = isActive(subscription, at);
    return {
      isActive: active,
      periodEnd: subscription.periodEnd,
      allowance: allowanceOf(usage, monthOf(at), active),
    };
  };
