import { CheckoutFailed } from '../domain/errors.ts';
import { assertNotErased } from '../domain/learner.ts';
import {
  fail,
  newPayment,
  send,
  type FailureReason,
  type OwnedPayment,
  type PaymentMethod,
} from '../domain/payment.ts';
import type { Ports } from './ports.ts';
import { savePayment } from './save-payment.ts';

/** Our row comes before the provider is asked: whatever comes back finds its payment. */
export async function openPayment(
  { transact, countAttempt, newPaymentId, newApiRef, now }: Ports,
  ownerId: number,
  method: PaymentMethod,
): Promise<OwnedPayment> {
  await countAttempt(ownerId);
  const payment = newPayment({ id: newPaymentId(), ownerId, apiRef: newApiRef(), method, at: now() });
  return transact(async ({ payments, learners, record }) => {
    assertNotErased(await learners.incrementPaymentCount(ownerId));
    await payments.insert(payment);
    record([{ type: 'checkout-started', payment }]);
    return payment;
  });
}

/** Notes what the provider calls the payment, which its messages may have moved on meanwhile; keeps the answer. */
export const noteSent = <Answer>(
  { transact, now }: Ports,
  { id, ownerId }: OwnedPayment,
  sent: Parameters<typeof send>[1],
  answerOf: (payment: OwnedPayment) => Answer,
): Promise<Answer> =>
  transact(async ({ payments, keepAnswer }) => {
    const known = await payments.find(ownerId, id);
    // The account went while the provider was asked.
    if (!known) throw new CheckoutFailed();
    const payment = send(known, sent, now());
    await payments.save(payment);
    return keepAnswer(answerOf(payment));
  });

export const noteFailed = (
  { transact, now }: Ports,
  { id, ownerId }: OwnedPayment,
  reason: FailureReason,
): Promise<void> =>
  transact(async (unit) => {
    const known = await unit.payments.find(ownerId, id);
    const at = now();
    if (known) await savePayment(unit, known, fail(known, reason, at), at);
  });
