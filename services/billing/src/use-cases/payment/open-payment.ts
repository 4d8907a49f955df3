import { ProductError } from '@kumbuka/contracts';
import { CheckoutFailed } from '../../domain/errors.ts';
import { assertNotErased } from '../../domain/learner.ts';
import {
  fail,
  newPayment,
  send,
  type FailureReason,
  type OwnedPayment,
  type PaymentMethod,
} from '../../domain/payment.ts';
import {
  earlierOf,
  isForPhone,
  isRetryable,
  promptOfEarlierRelease,
  reusableSince,
  type Earlier,
} from '../../domain/repeat.ts';
import type { Ports, Release, UnitOfWork } from '../ports.ts';
import { savePayment } from './save-payment.ts';

export interface PaymentRequest {
  ownerId: number;
  method: PaymentMethod;
  /** Keyed hashes of the phone of a prompt, one per accepted key; the first is stored. */
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
 * attempt when the request is a repeat, and without an Idempotency-Key the one that is still open: neither may ask a
 * learner to pay twice.
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
  const at = ports.now();
  const { ownerId, method, phoneHashes: [phoneHash = null] = [] } = request;
  const { id, repeated, superseded } = await findEarlier(ports, unit, request, at);
  if (repeated) return { payment: repeated, isNew: false };
  // Conflicts with every other payment that the learner opens at this moment, so only one of them reserves.
  assertNotErased(await unit.learners.incrementPaymentCount(ownerId));
  await reserve();
  for (const prompt of superseded) await savePayment(unit, prompt, fail(prompt, 'superseded', at), at);
  const callUntil = leaseFrom(ports, at);
  const payment = newPayment({ id, ownerId, apiRef: `KMB-${id}`, method, phoneHash, callUntil, at });
  await unit.payments.insert(payment);
  unit.record([{ type: 'checkout-started', payment }]);
  return { payment, isNew: true };
}

/** End of a lease that begins now. */
export const leaseFrom = ({ timeouts }: Pick<Ports, 'timeouts'>, at: Date): Date =>
  new Date(at.getTime() + timeouts.leaseMs);

/** Payment that an earlier request left behind, with the id of a new one. */
async function findEarlier(
  ports: Pick<OpeningPorts, 'ids' | 'requestName'>,
  { payments }: UnitOfWork,
  { ownerId, method, phoneHashes = [] }: PaymentRequest,
  at: Date,
): Promise<Earlier & { id: string }> {
  const name = ports.requestName();
  const recent = await payments.listSince(ownerId, method, reusableSince(method, at));
  if (name === null) return { id: ports.ids.newPaymentId(), ...earlierOf(recent, phoneHashes) };
  const { id, repeated } = await findNamed(ports, { payments }, ownerId, name);
  if (repeated && !isForPhone(repeated, phoneHashes)) throw new ProductError('IDEMPOTENCY_KEY_REUSED');
  return { id, repeated: repeated ?? promptOfEarlierRelease(recent), superseded: [] };
}

/** Finds the payment of a request by its name. One that the provider refused gives way to the next number. */
async function findNamed(
  { ids }: Pick<Ports, 'ids'>,
  { payments }: Pick<UnitOfWork, 'payments'>,
  ownerId: number,
  name: string,
): Promise<{ id: string; repeated: OwnedPayment | null }> {
  for (let attempt = 0; ; attempt += 1) {
    const id = ids.paymentIdOf(name, attempt);
    const repeated = await payments.find(ownerId, id);
    if (!repeated || !isRetryable(repeated)) return { id, repeated };
  }
}

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

/** Fails a payment that the provider refused, unless another request or a notification has moved it on. */
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
