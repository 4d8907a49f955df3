import type { failureReasons } from './events/billing.ts';

interface PaymentFailure {
  /** Reason in `billing.payment-failed` version 1. */
  event: (typeof failureReasons)[number];
}

/** Every reason for which a payment fails. The web client has the texts for learners. */
export const paymentFailures = {
  cancelled: { event: 'cancelled' },
  'wrong-pin': { event: 'declined' },
  'low-balance': { event: 'declined' },
  expired: { event: 'expired' },
  unreachable: { event: 'expired' },
  'phone-busy': { event: 'declined' },
  'mpesa-busy': { event: 'declined' },
  'not-sent': { event: 'declined' },
  'mpesa-error': { event: 'declined' },
  declined: { event: 'declined' },
  mismatch: { event: 'mismatch' },
  'never-confirmed': { event: 'never-confirmed' },
} as const satisfies Record<string, PaymentFailure>;

export type PaymentFailureReason = keyof typeof paymentFailures;
export const paymentFailureReasons = Object.keys(paymentFailures) as PaymentFailureReason[];
