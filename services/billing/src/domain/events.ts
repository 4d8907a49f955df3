import { isOwned, type FailureReason, type OwnedPayment, type Payment, type Period } from './payment.ts';
import type { Subscription } from './subscription.ts';

/** Domain events to publish; aggregates carry the version after the change. */
export type DomainEvent =
  | { type: 'checkout-started'; payment: OwnedPayment }
  | { type: 'payment-confirmed'; payment: OwnedPayment; at: Date }
  | { type: 'payment-failed'; payment: OwnedPayment; reason: FailureReason; at: Date }
  | {
      type: 'subscription-activated';
      subscription: Subscription;
      paymentId: string;
      period: Period;
      at: Date;
    }
  | { type: 'subscription-shortened'; subscription: Subscription; paymentId: string; at: Date }
  | { type: 'subscription-expired'; subscription: Subscription; expiredAt: Date; at: Date };

/** Derives events by comparing a payment before and after a change; none without an owner. */
export function paymentEvents(before: Payment, payment: Payment, at: Date): DomainEvent[] {
  if (!isOwned(payment)) return [];
  const { failureReason: reason, state } = payment;
  if (state === 'confirmed' && before.state !== 'confirmed')
    return [{ type: 'payment-confirmed', payment, at }];
  const hasFailed = reason !== null && reason !== before.failureReason;
  return hasFailed ? [{ type: 'payment-failed', payment, reason, at }] : [];
}
