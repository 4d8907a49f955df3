import type { ServiceLetter } from '@kumbuka/contracts';
import type { OwnedPayment } from './payment.ts';
import type { Subscription } from './subscription.ts';

/** A letter that auth is to send; it waits until auth has taken it. */
export interface WaitingLetter {
  /** The same key is sent once. */
  key: string;
  ownerId: number;
  letter: ServiceLetter;
  attempts: number;
}

const iso = (instant: Date) => instant.toISOString();

/** The receipt of a payment that is confirmed; null before. */
export function receiptOf(payment: OwnedPayment, paidAt: Date): WaitingLetter | null {
  const { id, ownerId, receiptNumber, amountCents, currency, period } = payment;
  if (receiptNumber === null || period === null) return null;
  const dates = { paidAt: iso(paidAt), periodStart: iso(period.start), periodEnd: iso(period.end) };
  const data = { receiptNumber, amountCents, currency, ...dates };
  return { key: `receipt:${id}`, ownerId, letter: { template: 'receipt', data }, attempts: 0 };
}

export const reminderOf = ({ ownerId }: Subscription, periodEnd: Date): WaitingLetter => ({
  key: `renewal-reminder:${ownerId}:${iso(periodEnd)}`,
  ownerId,
  letter: { template: 'renewal-reminder', data: { periodEnd: iso(periodEnd) } },
  attempts: 0,
});

const firstWaitMs = 2_000;
const longestWaitMs = 3_600_000;

/** When a letter that auth did not take is tried again: after 2, 4, 8 s ... 1 h. */
export const nextAttemptAt = ({ attempts }: Pick<WaitingLetter, 'attempts'>, at: Date): Date =>
  new Date(at.getTime() + Math.min(firstWaitMs * 2 ** attempts, longestWaitMs));
