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

export interface PaymentOrigin {
  id: string;
  ownerId: number;
  apiRef: string;
  method: PaymentMethod;
  at: Date;
}

const firstCheckMs = 30_000;
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** The price is ours: nothing of it comes from a client. */
export const newPayment = ({ at, ...origin }: PaymentOrigin): OwnedPayment => ({
  ...origin,
  amountCents: plan.amountCents,
  currency: plan.currency,
  state: 'created',
  failureReason: null,
  checkout: null,
  invoiceId: null,
  steps: [{ state: 'created', at }],
  receiptNumber: null,
  period: null,
  createdAt: at,
  checks: { asked: 0, nextAt: after(at, firstCheckMs) },
  version: 1,
});

export const isOpen = ({ state }: Pick<Payment, 'state'>): boolean => state === 'created' || state === 'sent';
