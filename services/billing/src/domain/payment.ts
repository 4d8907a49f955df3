import { plan, type failureReasons, type paymentMethods } from '@kumbuka/contracts';

export type PaymentMethod = (typeof paymentMethods)[number];
export type FailureReason = (typeof failureReasons)[number];

/** In the only order in which a payment goes; money that is really there outweighs what was told before it. */
const order = ['created', 'sent', 'failed', 'paid', 'confirmed'] as const;
export type PaymentState = (typeof order)[number];

export interface PaymentStep {
  state: PaymentState;
  at: Date;
}

/** By what the provider knows the page on which a learner pays. */
export interface HostedCheckout {
  id: string;
  /** Whoever has it may ask how the payment stands. */
  signature: string;
  url: string;
}

export interface Period {
  start: Date;
  end: Date;
}

export interface Payment {
  id: string;
  /** Null once the account is gone; the books keep the rest. */
  ownerId: number | null;
  /** By which the provider's answers name the payment. */
  apiRef: string;
  /** The payment for which its money came once more, as the provider names it; null for one that was begun here. */
  repeatOf: { id: string; apiRef: string } | null;
  amountCents: number;
  currency: string;
  method: PaymentMethod;
  state: PaymentState;
  failureReason: FailureReason | null;
  checkout: HostedCheckout | null;
  /** The provider's name of what was paid; of one payment only. */
  invoiceId: string | null;
  /** How it came to its state, oldest first. */
  steps: PaymentStep[];
  receiptNumber: string | null;
  /** What it paid for. */
  period: Period | null;
  createdAt: Date;
  /** How often the provider was asked, and when it is asked next; null: never again by itself. */
  checks: { asked: number; nextAt: Date | null };
  /** Raised by one with every event of the payment. */
  version: number;
}

/** Whom the books can name. */
export interface OwnedPayment extends Payment {
  ownerId: number;
}

export const isOwned = (payment: Payment): payment is OwnedPayment => payment.ownerId !== null;

export interface PaymentOrigin {
  id: string;
  ownerId: number;
  apiRef: string;
  method: PaymentMethod;
  at: Date;
}

const hourMs = 3_600_000;
const firstCheckMs = 30_000;
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Of a payment of which nothing is known yet but that it was opened. */
const opening = (at: Date) =>
  ({
    state: 'created',
    failureReason: null,
    checkout: null,
    invoiceId: null,
    steps: [{ state: 'created', at }],
    receiptNumber: null,
    period: null,
    createdAt: at,
    version: 1,
  }) satisfies Partial<Payment>;

/** A paid invoice with a reference of ours that is in no book, as after a restore: nobody knows whose it is. */
export const foundPayment = (id: string, apiRef: string, at: Date): Payment => ({
  ...newPayment({ id, ownerId: 0, apiRef, method: 'page', at }),
  ownerId: null,
  checks: { asked: 0, nextAt: null },
});

/** The price is ours: nothing of it comes from a client. */
export const newPayment = ({ at, ...origin }: PaymentOrigin): OwnedPayment => ({
  ...origin,
  repeatOf: null,
  amountCents: plan.amountCents,
  currency: plan.currency,
  ...opening(at),
  checks: { asked: 0, nextAt: after(at, firstCheckMs) },
});

/** Its money is here. */
export const isPaid = ({ state }: Pick<Payment, 'state'>): boolean =>
  state === 'paid' || state === 'confirmed';

/** How long an open payment is used again instead of starting another, ms. A prompt ends sooner than a page. */
const reuseMs: Record<PaymentMethod, number> = { page: hourMs, stk: 5 * 60_000 };

/** Start of the time in which a payment must have begun to be used again. */
export const reusableSince = (method: PaymentMethod, at: Date): Date => after(at, -reuseMs[method]);

/** Whether a repeat may use the payment: a prompt may be on the phone, a page must have an address. */
export const canBeReused = ({ method, checkout }: Payment): boolean => method === 'stk' || checkout !== null;

/** Whether a reference at the provider has the form of ours, `KMB-<uuid>`. */
export const isOurReference = (apiRef: string): boolean =>
  /^KMB-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(apiRef);

/** A later state with its step; a state that is not later changes nothing. */
function advance<Kind extends Payment>(payment: Kind, state: PaymentState, at: Date): Kind {
  if (order.indexOf(state) <= order.indexOf(payment.state)) return payment;
  return { ...payment, state, steps: [...payment.steps, { state, at }] };
}

/** The provider has it: on a page of its own, or as a prompt on the phone. */
export function send<Kind extends Payment>(
  payment: Kind,
  sent: Partial<Pick<Payment, 'checkout' | 'invoiceId'>>,
  at: Date,
): Kind {
  const { checkout = payment.checkout } = sent;
  const invoiceId = payment.invoiceId ?? sent.invoiceId ?? null;
  return advance({ ...payment, checkout, invoiceId }, 'sent', at);
}

/** It is not expected any more; should its money come after all, that counts. */
export function fail<Kind extends Payment>(payment: Kind, reason: FailureReason, at: Date): Kind {
  if (isPaid(payment) || payment.failureReason === reason) return payment;
  // Money that is not ours is the one thing worth knowing of a payment that failed before.
  if (payment.state === 'failed' && reason !== 'mismatch') return payment;
  return { ...advance(payment, 'failed', at), failureReason: reason, version: payment.version + 1 };
}

/** How an invoice stands at the provider. */
export interface InvoiceReport {
  invoiceId: string;
  state: 'pending' | 'complete' | 'failed' | 'cancelled' | 'expired';
  /** Of the payment that it belongs to. */
  apiRef: string | null;
  /** What was paid before any fee; null for what is no exact amount. */
  amountCents: number | null;
  currency: string;
}

const reasons = { failed: 'declined', cancelled: 'cancelled', expired: 'expired' } as const;

/** A repeat has one invoice, and the reference of what was paid first. */
const isAbout = ({ apiRef, invoiceId }: InvoiceReport, payment: Payment) =>
  payment.repeatOf
    ? apiRef === payment.repeatOf.apiRef && invoiceId === payment.invoiceId
    : apiRef === payment.apiRef;

/**
 * What a report of the provider makes of a payment; the same payment when it says nothing new. Only an invoice of this
 * very payment, over exactly its amount and currency, pays it.
 */
export function applyReport<Kind extends Payment>(payment: Kind, report: InvoiceReport, at: Date): Kind {
  if (!isAbout(report, payment) || isPaid(payment) || report.state === 'pending') return payment;
  if (report.state !== 'complete') return fail(payment, reasons[report.state], at);
  const isExact = report.amountCents === payment.amountCents && report.currency === payment.currency;
  if (!isExact) return fail(payment, 'mismatch', at);
  const paid = advance(payment, 'paid', at);
  const checks = { ...payment.checks, nextAt: null };
  return { ...paid, invoiceId: report.invoiceId, failureReason: null, checks };
}

/**
 * The same page can be paid twice. Money of another invoice for a payment that is paid is a payment of its own: opened
 * here, to be paid by the report; null when that is about none.
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
    checks: { asked: 0, nextAt: null },
  };
  return send(opened, { invoiceId }, at);
}

export interface Confirmation {
  period: Period;
  receiptNumber: string;
}

/** Its learner got what was paid for. */
export const confirm = <Kind extends Payment>(payment: Kind, given: Confirmation, at: Date): Kind => ({
  ...advance(payment, 'confirmed', at),
  ...given,
  version: payment.version + 1,
});

const longestWaitMs = 6 * hourMs;
const patienceMs = 7 * 24 * hourMs;
/** For a payment that the provider never told a name of: there is nothing to ask for. */
const namelessPatienceMs = hourMs;

const canBeAsked = ({ checkout, invoiceId }: Payment) => checkout !== null || invoiceId !== null;

/** A payment that nobody confirms is asked for again after 30 s, 1 min, 2 min ... 6 h. */
export function scheduleCheck<Kind extends Payment>(payment: Kind, at: Date): Kind {
  const asked = payment.checks.asked + 1;
  const wait = Math.min(firstCheckMs * 2 ** asked, longestWaitMs);
  return { ...payment, checks: { asked, nextAt: after(at, wait) } };
}

/** After seven days without money it has failed, and is asked for again only when somebody wants it. */
export function giveUpWhenLate<Kind extends Payment>(payment: Kind, at: Date): Kind {
  const patience = canBeAsked(payment) ? patienceMs : namelessPatienceMs;
  if (isPaid(payment) || at < after(payment.createdAt, patience)) return payment;
  return { ...fail(payment, 'never-confirmed', at), checks: { ...payment.checks, nextAt: null } };
}
