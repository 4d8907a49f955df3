import type { failureReasons } from './events/billing.ts';

interface PaymentFailure {
  /** Reason that `billing.payment-failed` version 1 names. */
  event: (typeof failureReasons)[number];
  /** What happened, without a full stop. */
  title: string;
  /** What the learner can do, as a sentence. */
  advice: string;
}

/** Every reason for which a payment fails, with the words that learners read. */
export const paymentFailures = {
  cancelled: {
    event: 'cancelled',
    title: 'The payment was cancelled',
    advice: 'Send a new prompt when you are ready, and enter your M-Pesa PIN.',
  },
  'wrong-pin': {
    event: 'declined',
    title: 'The M-Pesa PIN was wrong',
    advice:
      'Send a new prompt and enter the PIN again; after several wrong PINs, M-Pesa can unlock it by *334#.',
  },
  'low-balance': {
    event: 'declined',
    title: 'Your M-Pesa balance was too low',
    advice: 'Top up your M-Pesa account, then send a new prompt.',
  },
  expired: {
    event: 'expired',
    title: 'The prompt was not answered in time',
    advice: 'Keep your phone on and unlocked with a signal, then send a new prompt.',
  },
  declined: {
    event: 'declined',
    title: 'The payment was declined',
    advice: 'Try again, or pay in another way.',
  },
  mismatch: {
    event: 'mismatch',
    title: 'Another amount was paid than was asked for',
    advice: 'Contact us with the reference of the payment.',
  },
  'never-confirmed': {
    event: 'never-confirmed',
    title: 'The payment was never confirmed',
    advice: 'If you were charged, verify the payment with its reference; otherwise try again.',
  },
  superseded: {
    event: 'cancelled',
    title: 'A later prompt to another number replaced this one',
    advice: 'Pay the later prompt. If you pay this one too, it adds 30 days.',
  },
} as const satisfies Record<string, PaymentFailure>;

export type PaymentFailureReason = keyof typeof paymentFailures;
export const paymentFailureReasons = Object.keys(paymentFailures) as PaymentFailureReason[];
