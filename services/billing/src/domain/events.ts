import { isOwned, type FailureReason, type OwnedPayment, type Payment, type Period } from './payment.ts';
import type { Subscription } from './subscription.ts';

/** What happened and is published; the things carry the version that the change gave them. */
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
  | { type: 'subscription-expired'; subscription: Subscription; expiredAt: Date; at: Date };

/** What is new about a payment, told by comparing; nothing of one whose learner is gone. */
export function paymentNews(before: Payment, payment: Payment, at: Date): DomainEvent[] {
  if (!isOwned(payment)) return [];
  const { failureReason: reason, state } = payment;
  if (state === 'confirmed' && before.state !== 'confirmed')
    return [{ type: 'payment-confirmed', payment, at }];
  const hasFailed = reason !== null && reason !== before.failureReason;
  return hasFailed ? [{ type: 'payment-failed', payment, reason, at }] : [];
}
