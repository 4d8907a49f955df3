import { plan } from '@kumbuka/contracts';
import type { Period } from './payment.ts';

export interface Subscription {
  ownerId: number;
  /** End of the paid time; `null` before the first payment. */
  periodEnd: Date | null;
  /** Latest payment; `null` before the first. */
  paymentId: string | null;
  /** Whether the expiry was published. */
  isLapsed: boolean;
  /** When to remind the learner of the end; `null` after the reminder. */
  remindAt: Date | null;
  /** Incremented by each event of the subscription. */
  version: number;
}

export const noSubscription = (ownerId: number): Subscription => ({
  ownerId,
  periodEnd: null,
  paymentId: null,
  isLapsed: false,
  remindAt: null,
  version: 0,
});

/** Whether the paid time has not ended. */
export const isActive = ({ periodEnd }: Pick<Subscription, 'periodEnd'>, at: Date): boolean =>
  periodEnd !== null && periodEnd > at;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

export interface Extended {
  subscription: Subscription;
  /** Period that this payment added. */
  period: Period;
}

/** Adds thirty days, from now or from the end of the paid time. */
export function extend(subscription: Subscription, paymentId: string, at: Date): Extended {
  const start = subscription.periodEnd && subscription.periodEnd > at ? subscription.periodEnd : at;
  const end = after(start, plan.days * dayMs);
  const { ownerId, version } = subscription;
  const remindAt = after(end, -plan.reminderDays * dayMs);
  return {
    subscription: { ownerId, periodEnd: end, paymentId, isLapsed: false, remindAt, version: version + 1 },
    period: { start, end },
  };
}

const lengthOf = ({ start, end }: Period) => end.getTime() - start.getTime();

/**
 * Takes back what is left of a period that was paid for; time of other payments stays. The periods that follow it stay
 * whole, although a refund before it has moved them to an earlier time than they name. Returns the same object when
 * nothing is left.
 */
export function shorten(
  subscription: Subscription,
  { start, end }: Period,
  following: readonly Period[],
  at: Date,
): Subscription {
  if (!isActive(subscription, at) || !subscription.periodEnd) return subscription;
  const now = subscription.periodEnd.getTime();
  const leftMs = end.getTime() - Math.max(start.getTime(), at.getTime());
  const followingMs = following.reduce((sum, period) => sum + lengthOf(period), 0);
  const periodEnd = new Date(Math.max(now - Math.max(0, leftMs), Math.min(now, at.getTime() + followingMs)));
  if (periodEnd.getTime() === now) return subscription;
  const remindAt = periodEnd > at ? after(periodEnd, -plan.reminderDays * dayMs) : null;
  return { ...subscription, periodEnd, remindAt, version: subscription.version + 1 };
}

/** Delay of the expiry, so that a clock that is an hour fast expires no subscription too early. */
const lapseAfterMs = hourMs;

/** Subscriptions that ended before this instant have expired. */
export const lapsedBefore = (at: Date): Date => after(at, -lapseAfterMs);

/** Marks the expiry as published; `null` when there is nothing to publish. */
export function lapse(subscription: Subscription, at: Date): Subscription | null {
  const { periodEnd, isLapsed, version } = subscription;
  if (isLapsed || periodEnd === null || periodEnd > lapsedBefore(at)) return null;
  return { ...subscription, isLapsed: true, version: version + 1 };
}

export interface Reminded {
  subscription: Subscription;
  /** End to remind of; `null` when it has passed or the reminder is not due. */
  of: Date | null;
}

/** Marks the reminder as sent, once per end. */
export function remind(subscription: Subscription, at: Date): Reminded {
  const { periodEnd, remindAt } = subscription;
  if (remindAt === null || remindAt > at) return { subscription, of: null };
  return {
    subscription: { ...subscription, remindAt: null },
    of: isActive(subscription, at) ? periodEnd : null,
  };
}
