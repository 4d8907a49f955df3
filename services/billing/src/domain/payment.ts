import { plan, type PaymentFailureReason, type paymentMethods } from '@kumbuka/contracts';

export type PaymentMethod = (typeof paymentMethods)[number];
export type FailureReason = PaymentFailureReason;

/** States in the only order of transitions; confirmed money overrides an earlier failure. */
export const paymentStates = ['created', 'sent', 'failed', 'paid', 'confirmed'] as const;
export type PaymentState = (typeof paymentStates)[number];

export interface PaymentStep {
  state: PaymentState;
  at: Date;
}

/** Identifies the provider's hosted checkout page. */
export interface HostedCheckout {
  id: string;
  /** Authorises status queries at the provider. */
  signature: string;
  url: string;
}

export interface Period {
  start: Date;
  end: Date;
}

export interface Payment {
  id: string;
  /** `null` after the account was erased; the books keep the rest. */
  ownerId: number | null;
  /** Our reference of the payment at the provider. */
  apiRef: string;
  /** Original payment when this is a second payment of the same page; `null` for a payment started here. */
  repeatOf: { id: string; apiRef: string } | null;
  amountCents: number;
  currency: string;
  method: PaymentMethod;
  /** End of the lease of the request that calls the provider; `null` when no request calls it. */
  callUntil: Date | null;
  state: PaymentState;
  failureReason: FailureReason | null;
  checkout: HostedCheckout | null;
  /** Provider's id of the paid invoice; belongs to one payment only. */
  invoiceId: string | null;
  /** State transitions, oldest first. */
  steps: PaymentStep[];
  receiptNumber: string | null;
  /** Subscription period that was paid for. */
  period: Period | null;
  createdAt: Date;
  /** Number of status queries so far, and time of the next one; `null` for none. */
  checks: { count: number; nextAt: Date | null };
  /** Incremented by each event of the payment. */
  version: number;
}

/** Payment with a known owner. */
export interface OwnedPayment extends Payment {
  ownerId: number;
}

export const isOwned = (payment: Payment): payment is OwnedPayment => payment.ownerId !== null;

export interface PaymentOrigin {
  id: string;
  ownerId: number;
  apiRef: string;
  method: PaymentMethod;
  callUntil?: Date | null;
  at: Date;
}

const hourMs = 3_600_000;
const firstCheckMs = 30_000;
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Initial fields of a payment that was only opened. */
const opening = (at: Date) =>
  ({
    state: 'created',
    failureReason: null,
    checkout: null,
    callUntil: null,
    invoiceId: null,
    steps: [{ state: 'created', at }],
    receiptNumber: null,
    period: null,
    createdAt: at,
    version: 1,
  }) satisfies Partial<Payment>;

/**
 * Payment for a paid invoice with our reference that is not in the books, for example after a restore. Its
 * owner is unknown.
 */
export const foundPayment = (id: string, apiRef: string, at: Date): Payment => ({
  ...newPayment({ id, ownerId: 0, apiRef, method: 'page', at }),
  ownerId: null,
  checks: { count: 0, nextAt: null },
});

/** The price comes from the server, never from a client. */
export const newPayment = ({ at, callUntil = null, ...origin }: PaymentOrigin): OwnedPayment => ({
  ...origin,
  repeatOf: null,
  amountCents: plan.amountCents,
  currency: plan.currency,
  ...opening(at),
  callUntil,
  checks: { count: 0, nextAt: after(at, firstCheckMs) },
});

/** Whether the money has arrived. */
export const isPaid = ({ state }: Pick<Payment, 'state'>): boolean =>
  state === 'paid' || state === 'confirmed';

/** Whether a reference has our format, `KMB-<uuid>`. */
export const isOurReference = (apiRef: string): boolean =>
  /^KMB-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(apiRef);

/** Moves to a later state and records the step; ignores a state that is not later. */
function advance<Kind extends Payment>(payment: Kind, state: PaymentState, at: Date): Kind {
  if (paymentStates.indexOf(state) <= paymentStates.indexOf(payment.state)) return payment;
  return { ...payment, state, steps: [...payment.steps, { state, at }] };
}

/** Records that the provider accepted it, as a page or as a prompt on the phone. */
export function send<Kind extends Payment>(
  payment: Kind,
  sent: Partial<Pick<Payment, 'checkout' | 'invoiceId'>>,
  at: Date,
): Kind {
  // Two requests may have opened the page, one after the lease of the other; learners get the first address.
  const checkout = payment.checkout ?? sent.checkout ?? null;
  const invoiceId = payment.invoiceId ?? sent.invoiceId ?? null;
  return advance({ ...payment, checkout, invoiceId }, 'sent', at);
}

/** Marks the payment as failed. Money that arrives later still counts. */
export function fail<Kind extends Payment>(payment: Kind, reason: FailureReason, at: Date): Kind {
  if (isPaid(payment) || payment.failureReason === reason) return payment;
  // For a failed payment only a wrong amount is worth recording.
  if (payment.state === 'failed' && reason !== 'mismatch') return payment;
  return { ...advance(payment, 'failed', at), failureReason: reason, version: payment.version + 1 };
}

/** Status of an invoice at the provider. */
export interface InvoiceReport {
  invoiceId: string;
  state: 'pending' | 'complete' | 'failed';
  /** Why a failed one failed. */
  cause: Exclude<FailureReason, 'mismatch' | 'never-confirmed'>;
  /** Reference of its payment. */
  apiRef: string | null;
  /** Amount before fees; `null` unless it is exact. */
  amountCents: number | null;
  currency: string;
}

/** A second payment has an invoice of its own and the reference of the first. */
const isAbout = ({ apiRef, invoiceId }: InvoiceReport, payment: Payment) =>
  payment.repeatOf
    ? apiRef === payment.repeatOf.apiRef && invoiceId === payment.invoiceId
    : apiRef === payment.apiRef;

/**
 * Applies a provider's report; returns the same object without a change. Only an invoice of this payment over
 * exactly its amount and currency pays it.
 */
export function applyReport<Kind extends Payment>(payment: Kind, report: InvoiceReport, at: Date): Kind {
  if (!isAbout(report, payment) || isPaid(payment) || report.state === 'pending') return payment;
  if (report.state !== 'complete') return fail(payment, report.cause, at);
  const isExact = report.amountCents === payment.amountCents && report.currency === payment.currency;
  if (!isExact) return fail(payment, 'mismatch', at);
  const paid = advance(payment, 'paid', at);
  const checks = { ...payment.checks, nextAt: null };
  return { ...paid, invoiceId: report.invoiceId, failureReason: null, checks };
}

/**
 * A page can be paid twice. Opens a separate payment for another invoice of a paid payment; `null` for other
 * reports.
 */
export function openRepeat<Kind extends Payment>(
  payment: Kind,
  { apiRef, state, invoiceId }: InvoiceReport,
  { id, at }: { id: string; at: Date },
): Kind | null {
  if (!isPaid(payment) || apiRef !== payment.apiRef) return null;
  if (state !== 'complete' || invoiceId === payment.invoiceId) return null;
  const opened: Kind = {
    ...payment,
    id,
    apiRef: `${apiRef}-${invoiceId}`,
    repeatOf: { id: payment.id, apiRef },
    ...opening(at),
    checks: { count: 0, nextAt: null },
  };
  return send(opened, { invoiceId }, at);
}

export interface Confirmation {
  period: Period;
  receiptNumber: string;
}

/** Records that the learner received the paid period. */
export const confirm = <Kind extends Payment>(payment: Kind, confirmation: Confirmation, at: Date): Kind => ({
  ...advance(payment, 'confirmed', at),
  ...confirmation,
  version: payment.version + 1,
});

/** Time of confirmation; `null` before. */
export const confirmedAt = ({ steps }: { steps: readonly PaymentStep[] }): Date | null =>
  steps.find(({ state }) => state === 'confirmed')?.at ?? null;
const confirmedMs = (payment: Payment) => confirmedAt(payment)?.getTime() ?? 0;

/**
 * Whether a payment was confirmed after another one, so that its period follows. Stored periods do not tell, because a
 * refund moves the periods that exist at that time and not those of payments after it.
 */
export const wasConfirmedAfter = (payment: Payment, other: Payment): boolean =>
  confirmedMs(payment) > confirmedMs(other);

const longestWaitMs = 6 * hourMs;
const queriableExpiryMs = 7 * 24 * hourMs;
/** Payments without a provider id cannot be queried and are given up sooner. */
const namelessExpiryMs = hourMs;

const canBeQueried = ({ checkout, invoiceId }: Payment) => checkout !== null || invoiceId !== null;

/** Schedules the next status query: after 30 s, 1 min, 2 min ... up to 6 h. */
export function scheduleCheck<Kind extends Payment>(payment: Kind, at: Date): Kind {
  const count = payment.checks.count + 1;
  const wait = Math.min(firstCheckMs * 2 ** count, longestWaitMs);
  return { ...payment, checks: { count, nextAt: after(at, wait) } };
}

/** Fails a payment without money after seven days; from then on it is queried on request only. */
export function giveUpWhenLate<Kind extends Payment>(payment: Kind, at: Date): Kind {
  const expiryMs = canBeQueried(payment) ? queriableExpiryMs : namelessExpiryMs;
  if (isPaid(payment) || at < after(payment.createdAt, expiryMs)) return payment;
  return { ...fail(payment, 'never-confirmed', at), checks: { ...payment.checks, nextAt: null } };
}
