import { ProductError } from '@kumbuka/contracts';
import { CheckoutFailed, PhoneBusy } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner.ts';
import {
  fail,
  isOwned,
  newPayment,
  send,
  type FailureReason,
  type OwnedPayment,
  type Payment,
  type PaymentMethod,
} from '../../domain/payment.ts';
import { findOpenIn, isOpen, isRetryable, openSince, promptOpenUntil } from '../../domain/repeat.ts';
import type { Ports, Release, UnitOfWork } from '../ports.ts';
import { savePayment } from './save-payment.ts';

export interface PaymentRequest {
  ownerId: number;
  method: PaymentMethod;
  /** Keyed hashes of the phone of a prompt, one per accepted key. */
  phoneHashes?: readonly string[];
  /** Counts the prompt against its limits before the payment is created. */
  reserve?(): Promise<Release>;
}

export type OpeningPorts = Pick<Ports, 'transact' | 'ids' | 'timeouts' | 'requestName' | 'now'>;

export interface Opened {
  payment: OwnedPayment;
  /** Whether this request created it: no other request may send it to the provider. */
  isNew: boolean;
  /** Releases the reservation; for a payment that was not sent. */
  release: Release;
}

/**
 * Saves our payment before the provider is called, so that any notification finds it. Returns the payment of the first
 * attempt when the request is a repeat, and otherwise the payment that is still open, with any Idempotency-Key: one
 * phone rings once. Throws `PhoneBusy` while another account has an open prompt on the phone.
 */
export async function openPayment(ports: OpeningPorts, request: PaymentRequest): Promise<Opened> {
  const reservation = createReservation(request);
  try {
    const opened = await ports.transact((unit) => openIn(ports, unit, request, reservation.make));
    if (!opened.isNew) await reservation.release();
    return { ...opened, release: reservation.release };
  } catch (error) {
    await reservation.release();
    throw error;
  }
}

/** Reserves once, however often the transaction is retried. */
function createReservation({ reserve }: PaymentRequest) {
  let reserved: Promise<Release> | undefined;
  return {
    make: async () => void (await (reserved ??= reserve?.())),
    release: async () => (await reserved?.catch(() => undefined))?.(),
  };
}

async function openIn(
  ports: Pick<OpeningPorts, 'ids' | 'timeouts' | 'requestName' | 'now'>,
  unit: UnitOfWork,
  request: PaymentRequest,
  reserve: () => Promise<void>,
): Promise<Pick<Opened, 'payment' | 'isNew'>> {
  const name = ports.requestName();
  const named = name === null ? null : await findNamed(ports, unit, request.ownerId, name);
  if (named?.payment) {
    await assertSamePhone(unit, named.payment, request);
    return { payment: named.payment, isNew: false };
  }
  const open = await findOpen(unit, request, ports.now());
  if (!open) {
    const id = named?.newId ?? ports.ids.newPaymentId();
    return { payment: await create(ports, unit, { ...request, id }, reserve), isNew: true };
  }
  if (named) await unit.payments.addRequest(open.id, named.requestId);
  return { payment: open, isNew: false };
}

async function create(
  ports: Pick<OpeningPorts, 'timeouts' | 'now'>,
  unit: UnitOfWork,
  { id, ownerId, method, phoneHashes = [] }: PaymentRequest & { id: string },
  reserve: () => Promise<void>,
): Promise<OwnedPayment> {
  const at = ports.now();
  const callUntil = leaseFrom(ports, at);
  const payment = newPayment({ id, ownerId, apiRef: referenceOf(id), method, callUntil, at });
  // Both writes conflict with every other payment that is opened at this moment for the learner or the phone, so only
  // one request reserves.
  assertNotErased(await unit.learners.incrementPaymentCount(ownerId));
  if (phoneHashes.length > 0) await unit.phones.setLatest(payment, phoneHashes);
  await reserve();
  await unit.payments.insert(payment);
  unit.record([{ type: 'checkout-started', payment }]);
  return payment;
}

/** End of a lease that begins now. */
export const leaseFrom = ({ timeouts }: Pick<Ports, 'timeouts'>, at: Date): Date =>
  new Date(at.getTime() + timeouts.leaseMs);

/** Payment of the learner that is still open: the page, or the prompt on this phone. Throws `PhoneBusy`. */
async function findOpen(
  { payments, phones }: UnitOfWork,
  { ownerId, method, phoneHashes }: PaymentRequest,
  at: Date,
): Promise<OwnedPayment | null> {
  if (!phoneHashes) return findOpenIn(await payments.listSince(ownerId, method, openSince(method, at)), at);
  const latestId = await phones.findLatest(phoneHashes);
  const latest = latestId === null ? null : await payments.findById(latestId);
  if (!latest || !isOpen(latest, at)) return null;
  // M-Pesa cannot show two prompts on one phone, and its owner could pay for the wrong account.
  if (!isOwned(latest) || latest.ownerId !== ownerId) throw new PhoneBusy(secondsUntilFree(latest, at));
  return latest;
}

const secondsUntilFree = (payment: Payment, at: Date) =>
  Math.ceil(((promptOpenUntil(payment) ?? at).getTime() - at.getTime()) / 1_000);

/** A request is repeated with the same key only for the same phone. */
async function assertSamePhone({ phones }: UnitOfWork, { id }: Payment, { phoneHashes }: PaymentRequest) {
  if (phoneHashes && (await phones.isOther(id, phoneHashes)))
    throw new ProductError('IDEMPOTENCY_KEY_REUSED');
}

interface NamedRequest {
  /** Payment that answers the request; `null` before the first attempt and after the provider rejected it. */
  payment: OwnedPayment | null;
  requestId: string;
  /** Id of the next payment of the request. */
  newId: string;
}

/**
 * Finds the payment of a request by its name. One that the provider rejected gives way to the next number, and so does a
 * number whose reference was found at the provider without an account, such as after a restore.
 */
async function findNamed(
  { ids }: Pick<Ports, 'ids'>,
  { payments }: Pick<UnitOfWork, 'payments'>,
  ownerId: number,
  name: string,
): Promise<NamedRequest> {
  const requestId = ids.paymentIdOf(name, 0);
  const bound = await payments.findByRequest(ownerId, requestId);
  if (bound && !isRetryable(bound)) return { payment: bound, requestId, newId: requestId };
  for (let attempt = 0; ; attempt += 1) {
    const newId = ids.paymentIdOf(name, attempt);
    const payment = await payments.find(ownerId, newId);
    if (payment && !isRetryable(payment)) return { payment, requestId, newId };
    if (!payment && !(await payments.findByReference(referenceOf(newId))))
      return { payment: null, requestId, newId };
  }
}

/** Our reference of a payment at the provider. */
const referenceOf = (id: string) => `KMB-${id}`;

/** Saves the provider's ids of the payment, unless notifications have already changed it. */
export const noteSent = <Response>(
  { transact, now }: Pick<Ports, 'transact' | 'now'>,
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

/** Fails a payment that the provider rejected, unless another request or a notification has moved it on. */
export const noteFailed = (
  { transact, now }: Pick<Ports, 'transact' | 'now'>,
  { id, ownerId }: OwnedPayment,
  reason: FailureReason,
): Promise<void> =>
  transact(async (unit) => {
    const earlier = await unit.payments.find(ownerId, id);
    const at = now();
    if (earlier?.state === 'created') await savePayment(unit, earlier, fail(earlier, reason, at), at);
  });
