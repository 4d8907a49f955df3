import type { BillingStatusBody } from '@kumbuka/contracts';
import type { SubscriptionNow } from '../use-cases/read-subscription.ts';

/** The end of a period that is over is left out: clients may take any end for an active subscription. */
export const statusView = ({ isActive, periodEnd, allowance }: SubscriptionNow): BillingStatusBody => ({
  subscription_status: isActive ? 'active' : 'inactive',
  current_period_end: isActive && periodEnd ? periodEnd.toISOString() : null,
  month_used: allowance.used,
  month_free_limit: allowance.limit,
  month_remaining: allowance.remaining,
  unlimited: isActive,
  debug: { active_server_view: isActive },
});
