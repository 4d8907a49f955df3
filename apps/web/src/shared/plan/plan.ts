import { plan } from '@kumbuka/contracts/constants';
import type { PlanPartsFragment } from './plan.generated.ts';
import { money } from './money.ts';

/** Prompts of this month. */
export interface Prompts {
  used: number;
  limit: number;
  /** Null without a limit. */
  remaining: number | null;
  /** When the count restarts; null when that could not be loaded. */
  resetsAt: string | null;
}

export interface Plan {
  /** Null when billing is unavailable. */
  isActive: boolean | null;
  /** The end of what was paid, also when it is over; null before the first payment. */
  until: string | null;
  /** Null when both ai and billing are unavailable. */
  prompts: Prompts | null;
}

export const planPrice = money(plan.amountCents, plan.currency);

type Viewer = Pick<PlanPartsFragment, 'subscription' | 'aiQuota'>;

/** The ai service counts the prompts; billing's copy is the fallback. */
function promptsOf({ subscription, aiQuota }: Viewer): Prompts | null {
  if (aiQuota) {
    const { used, limit, remaining, resetsAt } = aiQuota;
    return { used, limit, remaining: subscription?.status === 'ACTIVE' ? null : remaining, resetsAt };
  }
  if (!subscription) return null;
  const { monthUsed, monthFreeLimit, monthRemaining } = subscription;
  return { used: monthUsed, limit: monthFreeLimit, remaining: monthRemaining, resetsAt: null };
}

/** Free prompts that are left; null for subscribers, and while it is not known. */
export const freeLeft = ({ isActive, prompts }: Plan): number | null =>
  isActive === true ? null : (prompts?.remaining ?? null);

/** A learner's plan. Billing decides whether it is active, because the clock of this browser may be wrong. */
export function planOf(viewer: Viewer | undefined): Plan {
  if (!viewer) return { isActive: null, until: null, prompts: null };
  const { subscription } = viewer;
  return {
    isActive: subscription && subscription.status === 'ACTIVE',
    until: subscription?.currentPeriodEnd ?? null,
    prompts: promptsOf(viewer),
  };
}
