import type { FailureReason, OwnedPayment, Period } from './payment.ts';
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
