import { CheckoutFailed } from '../domain/errors.ts';
import { assertNotErased } from '../domain/learner.ts';
import {
  canBeReused,
  fail,
  newPayment,
  reusableSince,
  send,
  type FailureReason,
  type OwnedPayment,
  type PaymentMethod,
} from '../domain/payment.ts';
import type { Ports, UnitOfWork } from './ports.ts';
import { savePayment } from './save-payment.ts';

type Payments = Pick<UnitOfWork, 'payments'>;

/**
 * Saves our payment before the provider is called, so that any notification finds it. Returns the payment of the first
 * attempt when the request is a repeat, and without an Idempotency-Key the one that is still open: neither may ask a
 * learner to pay twice.
 */
export async function openPayment(
  ports: Ports,
  ownerId: number,
  method: PaymentMethod,
): Promise<OwnedPayment> {
  const at = ports.now();
  return ports.transact(async ({ payments, learners, record }) => {
    const { id, earlier } = await findEarlier(ports, { payments }, ownerId, method);
    if (earlier) return earlier;
    assertNotErased(await learners.incrementPaymentCount(ownerId));
    const payment = newPayment({ id, ownerId, apiRef: `KMB-${id}`, method, at });
    await payments.insert(payment);
    record([{ type: 'checkout-started', payment }]);
    return payment;
  });
}

/** The payment to use again, if there is one, else the id of a new one. A failed payment is never used again. */
export async function findEarlier(
  { requestName, paymentIdOf, newPaymentId, now }: Ports,
  { payments }: Payments,
  ownerId: number,
  method: PaymentMethod,
): Promise<{ id: string; earlier: OwnedPayment | null }> {
  const name = requestName();
  if (name === null) {
    const open = await payments.findOpenSince(ownerId, method, reusableSince(method, now()));
    return { id: newPaymentId(), earlier: open && canBeReused(open) ? open : null };
  }
  for (let attempt = 0; ; attempt += 1) {
    const id = paymentIdOf(name, attempt);
    const earlier = await payments.find(ownerId, id);
    if (earlier?.state !== 'failed') return { id, earlier };
  }
}

/** Saves the provider's ids of the payment, unless notifications have already changed it. */
export const noteSent = <Response>(
  { transact, now }: Ports,
  { id, ownerId }: OwnedPayment,
  sent: Parameters<typeof send>[1],
  responseOf: (payment: OwnedPayment) => Response,
): Promise<Response> =>
  transact(async ({ payments, rememberResponse }) => {
    const earlier = await payments.find(ownerId, id);
    // The account was erased during the call of the provider.
    if (!earlier) throw new CheckoutFailed();
    const payment = send(earlier, sent, now());
    await payments.save(payment);
    return rememberResponse(responseOf(payment));
  });

export const noteFailed = (
  { transact, now }: Ports,
  { id, ownerId }: OwnedPayment,
  reason: FailureReason,
): Promise<void> =>
  transact(async (unit) => {
    const earlier = await unit.payments.find(ownerId, id);
    const at = now();
    if (earlier) await savePayment(unit, earlier, fail(earlier, reason, at), at);
  });
