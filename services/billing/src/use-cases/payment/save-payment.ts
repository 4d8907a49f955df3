import { paymentEvents } from '../../domain/events.ts';
import type { Payment } from '../../domain/payment.ts';
import type { UnitOfWork } from '../ports.ts';

/** Saves a payment and records its events. */
export async function savePayment(
  { payments, record }: Pick<UnitOfWork, 'payments' | 'record'>,
  before: Payment,
  payment: Payment,
  at: Date,
): Promise<Payment> {
  if (payment === before) return payment;
  await payments.save(payment);
  record(paymentEvents(before, payment, at));
  return payment;
}
