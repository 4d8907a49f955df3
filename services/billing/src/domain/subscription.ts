import { plan } from '@kumbuka/contracts';
import type { Period } from './payment.ts';

export interface Subscription {
  ownerId: number;
  /** The end of all that was paid; null before the first payment. */
  periodEnd: Date | null;
  /** The payment that it goes back to; null before the first. */
  paymentId: string | null;
  /** Its end was told to others. */
  isLapsed: boolean;
  /** When its learner is reminded of the end; null once that was done. */
  remindAt: Date | null;
  /** Raised by one with every event of the subscription. */
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

/** A subscription is active until the end of what was paid; that there ever was one says nothing. */
export const isActive = ({ periodEnd }: Pick<Subscription, 'periodEnd'>, at: Date): boolean =>
  periodEnd !== null && periodEnd > at;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

export interface Extended {
  subscription: Subscription;
  /** What this payment gave. */
  period: Period;
}

/** Thirty days more, from now or from the end of what is paid already: nothing that was paid is lost. */
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

/** A clock that is an hour fast tells nobody too early that it is over. */
const lapseAfterMs = hourMs;

/** Subscriptions that ended before this are over for good. */
export const lapsedBefore = (at: Date): Date => after(at, -lapseAfterMs);

/** Notes that the end was told; null when there is nothing to tell. */
export function lapse(subscription: Subscription, at: Date): Subscription | null {
  const { periodEnd, isLapsed, version } = subscription;
  if (isLapsed || periodEnd === null || periodEnd > lapsedBefore(at)) return null;
  return { ...subscription, isLapsed: true, version: version + 1 };
}

export interface Reminded {
  subscription: Subscription;
  /** The end to remind of; null when it is over already, or not the time. */
  of: Date | null;
}

/** Notes that the reminder was due, once for each end. */
export function remind(subscription: Subscription, at: Date): Reminded {
  const { periodEnd, remindAt } = subscription;
  if (remindAt === null || remindAt > at) return { subscription, of: null };
  return {
    subscription: { ...subscription, remindAt: null },
    of: isActive(subscription, at) ? periodEnd : null,
  };
}
