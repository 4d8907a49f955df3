import type { ServiceEmail } from '@kumbuka/contracts';
import type { OwnedPayment } from './payment.ts';
import type { Subscription } from './subscription.ts';

/** Email that auth is to send; queued until auth accepts it. */
export interface PendingEmail {
  /** Idempotency key; each key is sent once. */
  key: string;
  ownerId: number;
  letter: ServiceEmail;
  attempts: number;
}

const iso = (instant: Date) => instant.toISOString();

/** Receipt of a confirmed payment; `null` otherwise. */
export function receiptOf(payment: OwnedPayment, paidAt: Date): PendingEmail | null {
  const { id, ownerId, receiptNumber, amountCents, currency, period } = payment;
  if (receiptNumber === null || period === null) return null;
  const dates = { paidAt: iso(paidAt), periodStart: iso(period.start), periodEnd: iso(period.end) };
  const data = { receiptNumber, amountCents, currency, ...dates };
  return { key: `receipt:${id}`, ownerId, letter: { template: 'receipt', data }, attempts: 0 };
}

/** Tells a learner that a payment was returned and when the plan ends now. */
export const refundEmailOf = (
  { ownerId, receiptNumber, amountCents, currency }: OwnedPayment,
  refundId: string,
  periodEnd: Date,
): PendingEmail => ({
  key: `refund:${refundId}`,
  ownerId,
  letter: {
    template: 'refund',
    data: { receiptNumber: receiptNumber ?? '-', amountCents, currency, periodEnd: iso(periodEnd) },
  },
  attempts: 0,
});

export const reminderOf = ({ ownerId }: Subscription, periodEnd: Date): PendingEmail => ({
  key: `renewal-reminder:${ownerId}:${iso(periodEnd)}`,
  ownerId,
  letter: { template: 'renewal-reminder', data: { periodEnd: iso(periodEnd) } },
  attempts: 0,
});

const firstWaitMs = 2_000;
const longestWaitMs = 3_600_000;

/** Next attempt after a failure: 2, 4, 8 s ... up to 1 h. */
export const nextAttemptAt = ({ attempts }: Pick<PendingEmail, 'attempts'>, at: Date): Date =>
  new Date(at.getTime() + Math.min(firstWaitMs * 2 ** attempts, longestWaitMs));
