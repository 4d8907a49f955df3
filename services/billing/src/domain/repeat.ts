import type { OwnedPayment, Payment, PaymentMethod } from './payment.ts';

/** Milliseconds for which an open payment is used again; a prompt expires sooner than a page. */
const reuseMs: Record<PaymentMethod, number> = { page: 3_600_000, stk: 5 * 60_000 };

/** Earliest start of a payment that may be used again. */
export const reusableSince = (method: PaymentMethod, at: Date): Date =>
  new Date(at.getTime() - reuseMs[method]);

/** Whether the payment is neither paid nor failed. */
const isOpen = ({ state }: Payment) => state === 'created' || state === 'sent';

const isSuperseded = ({ failureReason }: Payment) => failureReason === 'superseded';

/** Whether the provider refused the payment before it could be paid, so that the request may be retried. */
export const isRetryable = (payment: Payment): boolean =>
  payment.state === 'failed' &&
  !isSuperseded(payment) &&
  !payment.steps.some(({ state }) => state === 'sent');

/**
 * Whether a payment is for the phone with these hashes, one per accepted key. A prompt of an earlier release has no
 * hash and may be for any phone.
 */
export const isForPhone = ({ phoneHash }: Payment, hashes: readonly string[]): boolean =>
  phoneHash === null || hashes.includes(phoneHash);

export interface Earlier {
  /** Payment to use again. */
  repeated: OwnedPayment | null;
  /** Open prompts on other phones, which a new payment replaces. */
  superseded: OwnedPayment[];
}

/**
 * Decides which of the reusable payments a request without an Idempotency-Key repeats. A superseded prompt may still
 * be on its phone, so it is used again too.
 */
export function earlierOf(recent: readonly OwnedPayment[], phoneHashes: readonly string[]): Earlier {
  const candidates = recent.filter((payment) => isOpen(payment) || isSuperseded(payment));
  const repeated = candidates.find((payment) => isForPhone(payment, phoneHashes)) ?? null;
  return { repeated, superseded: repeated ? [] : candidates.filter(isOpen) };
}

/** Finds an open prompt of an earlier release, which did not record the request that it belongs to. */
export const promptOfEarlierRelease = (recent: readonly OwnedPayment[]): OwnedPayment | null =>
  recent.find((payment) => payment.method === 'stk' && isOpen(payment) && payment.phoneHash === null) ?? null;

/** Whether another request may still be opening the payment at the provider. */
export const isBeingOpened = ({ state, checkout, callUntil }: Payment, at: Date): boolean =>
  state === 'created' && checkout === null && callUntil !== null && at < callUntil;

/** Whether the page of a payment was never opened and no other request is opening it. */
export const canBeClaimed = (payment: Payment, at: Date): boolean =>
  payment.state === 'created' && payment.checkout === null && !isBeingOpened(payment, at);
