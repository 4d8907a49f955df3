import { paymentFailureReasons } from '@kumbuka/contracts';
import { createCounter, type Gauge, type Counter } from '@kumbuka/http-kit';
import type { DomainEvent } from '../domain/events.ts';
import type { PaymentProvider, PaymentStore, RefundStore, Statements } from '../use-cases/ports.ts';

const outcomes = ['started', 'confirmed', ...paymentFailureReasons] as const;
type Outcome = (typeof outcomes)[number];

export const createPaymentCounter = (): Counter<Outcome> =>
  createCounter({
    name: 'billing_payments_total',
    help: 'Payments that were started, confirmed, or failed by a reason.',
    label: 'outcome',
    values: outcomes,
  });

/** Payment outcome of an event; `null` for subscription events. */
export function outcomeOf(event: DomainEvent): Outcome | null {
  switch (event.type) {
    case 'checkout-started':
      return 'started';
    case 'payment-confirmed':
      return 'confirmed';
    case 'payment-failed':
      return event.reason;
    default:
      return null;
  }
}

export interface PaymentGaugesOptions {
  payments: Pick<PaymentStore, 'oldestPendingAt' | 'countMoneyWithoutOwner'>;
  statements: Statements;
  refunds: Pick<RefundStore, 'count'>;
  provider: Pick<PaymentProvider, 'isResting'>;
  now(): Date;
}

const secondsSince = (at: Date | undefined, now: Date) =>
  at === undefined ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1_000);

export const paymentGauges = ({
  payments,
  statements,
  refunds,
  provider,
  now,
}: PaymentGaugesOptions): Gauge[] => [
  {
    name: 'billing_oldest_pending_payment_age_seconds',
    help: 'How long ago the oldest pending payment was started; 0 when there is none.',
    read: async () => secondsSince((await payments.oldestPendingAt()) ?? undefined, now()),
  },
  {
    name: 'billing_payments_without_owner',
    help: 'Payments whose money was received, in any amount, although no account owns them, until an operator settles them.',
    read: () => payments.countMoneyWithoutOwner(),
  },
  {
    name: 'billing_statement_age_seconds',
    help: "How long ago the provider's list of paid invoices was read to its end; 0 before it was begun.",
    read: async () => secondsSince((await statements.paid.find())?.completeAt, now()),
  },
  {
    name: 'billing_refunds_age_seconds',
    help: "How long ago the provider's list of refunds was read to its end; 0 before it was begun.",
    read: async () => secondsSince((await statements.refunds.find())?.completeAt, now()),
  },
  {
    name: 'billing_open_refunds',
    help: 'Refunds and chargebacks that wait for an operator.',
    read: () => refunds.count(true),
  },
  {
    name: 'billing_provider_resting',
    help: '1 while the circuit to the payment provider is open because it failed too often, else 0.',
    read: async () => Number(provider.isResting()),
  },
];
