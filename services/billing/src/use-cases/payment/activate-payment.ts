import { receiptOf } from '../../domain/mail.ts';
import { confirm, isOwned, type Payment } from '../../domain/payment.ts';
import { extend } from '../../domain/subscription.ts';
import type { UnitOfWork } from '../ports.ts';
import { savePayment } from './save-payment.ts';

/** Saves money, period and receipt in one transaction. Money for an erased account stays in the books. */
export async function activatePayment(
  unit: UnitOfWork,
  before: Payment,
  paid: Payment,
  receiptNumber: string,
  at: Date,
): Promise<Payment> {
  if (!isOwned(paid)) return savePayment(unit, before, paid, at);
  const current = await unit.subscriptions.find(paid.ownerId);
  const { subscription, period } = extend(current, paid.id, at);
  const payment = confirm(paid, { period, receiptNumber }, at);
  await savePayment(unit, before, payment, at);
  await unit.subscriptions.save(subscription);
  unit.record([{ type: 'subscription-activated', subscription, paymentId: paid.id, period, at }]);
  const receipt = receiptOf(payment, at);
  if (receipt) await unit.emails.insert(receipt, at);
  return payment;
}
