import { mpesa } from '@kumbuka/contracts';
import type { OwnedPayment, Payment, PaymentMethod } from './payment.ts';

/** Milliseconds for which an open payment is used again. */
const openMs: Record<PaymentMethod, number> = { page: 3_600_000, stk: mpesa.openMinutes * 60_000 };

/** Earliest start of a payment that may still be open. */
export const openSince = (method: PaymentMethod, at: Date): Date => new Date(at.getTime() - openMs[method]);

const isUnsettled = ({ state }: Payment) => state === 'created' || state === 'sent';
const openUntil = ({ method, createdAt }: Payment) => new Date(createdAt.getTime() + openMs[method]);

/** Whether the learner may still pay: the payment is neither paid, nor failed, nor too old. */
export const isOpen = (payment: Payment, at: Date): boolean =>
  isUnsettled(payment) && at < openUntil(payment);

/** End of the time in which a prompt may be on its phone; `null` for a page and for a prompt that has ended. */
export const promptOpenUntil = (payment: Payment): Date | null =>
  payment.method === 'stk' && isUnsettled(payment) ? openUntil(payment) : null;

/** Whether the provider rejected the payment before it could be paid, so that the request may be retried. */
export const isRetryable = (payment: Payment): boolean =>
  payment.state === 'failed' && !payment.steps.some(({ state }) => state === 'sent');

/** Latest payment that is still open. */
export const findOpenIn = (latestFirst: readonly OwnedPayment[], at: Date): OwnedPayment | null =>
  latestFirst.find((payment) => isOpen(payment, at)) ?? null;

/** Whether another request may still be opening the payment at the provider. */
export const isBeingOpened = ({ state, checkout, callUntil }: Payment, at: Date): boolean =>
  state === 'created' && checkout === null && callUntil !== null && at < callUntil;

/** Whether the page of a payment was never opened and no other request is opening it. */
export const canBeClaimed = (payment: Payment, at: Date): boolean =>
  payment.state === 'created' && payment.checkout === null && !isBeingOpened(payment, at);
