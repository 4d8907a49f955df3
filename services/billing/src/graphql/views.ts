import { plan } from '@kumbuka/contracts';
import {
  confirmedAt,
  type OwnedPayment,
  type Payment,
  type PaymentMethod,
  type PaymentState,
} from '../domain/payment.ts';
import { promptOpenUntil } from '../domain/repeat.ts';
import type { RefundOutcome } from '../domain/refund.ts';
import type { RefundWithPlan } from '../use-cases/refund/settle-refund.ts';
import type { SubscriptionNow } from '../use-cases/plan/read-subscription.ts';
import type { Revenue } from '../use-cases/payment/read-books.ts';
import type { Checkout } from '../use-cases/payment/start-checkout.ts';
import type { Verification } from '../use-cases/payment/verify-payment.ts';

export interface UserView {
  id: string;
}

const states = {
  created: 'CREATED',
  sent: 'SENT',
  paid: 'PAID',
  confirmed: 'CONFIRMED',
  failed: 'FAILED',
} as const satisfies Record<PaymentState, string>;
const methods = { page: 'PAGE', stk: 'STK' } as const satisfies Record<PaymentMethod, string>;

export const subscriptionView = ({ isActive, periodEnd, allowance }: SubscriptionNow) => ({
  status: isActive ? ('ACTIVE' as const) : ('INACTIVE' as const),
  currentPeriodEnd: periodEnd,
  monthUsed: allowance.used,
  monthFreeLimit: allowance.limit,
  monthRemaining: allowance.remaining,
  unlimited: isActive,
});
export type LearnerSubscriptionView = ReturnType<typeof subscriptionView>;

export const paymentView = (payment: OwnedPayment) => ({
  id: payment.id,
  apiRef: payment.apiRef,
  amountCents: payment.amountCents,
  currency: payment.currency,
  method: methods[payment.method],
  state: states[payment.state],
  failureReason: payment.failureReason,
  createdAt: payment.createdAt,
  openUntil: promptOpenUntil(payment),
  steps: payment.steps.map(({ state, at }) => ({ state: states[state], at })),
  receiptNumber: payment.receiptNumber,
  periodStart: payment.period?.start ?? null,
  periodEnd: payment.period?.end ?? null,
});
export type PaymentView = ReturnType<typeof paymentView>;

const outcomes = { ended: 'ENDED', kept: 'KEPT' } as const satisfies Record<RefundOutcome, string>;

export const bookedPaymentView = (payment: Payment) => ({
  id: payment.id,
  apiRef: payment.apiRef,
  userId: payment.ownerId === null ? null : String(payment.ownerId),
  amountCents: payment.amountCents,
  currency: payment.currency,
  method: methods[payment.method],
  state: states[payment.state],
  failureReason: payment.failureReason,
  invoiceId: payment.invoiceId,
  createdAt: payment.createdAt,
  confirmedAt: confirmedAt(payment),
  receiptNumber: payment.receiptNumber,
});

export const revenueView =
  (zone: string) =>
  ({ days, before }: Revenue) => ({
    zone,
    currency: plan.currency,
    days,
    beforeCents: before.amountCents,
    beforePayments: before.payments,
  });

const refundedPaymentView = (payment: Payment) => ({
  id: payment.id,
  apiRef: payment.apiRef,
  userId: payment.ownerId === null ? null : String(payment.ownerId),
  amountCents: payment.amountCents,
  currency: payment.currency,
  receiptNumber: payment.receiptNumber,
  periodStart: payment.period?.start ?? null,
  periodEnd: payment.period?.end ?? null,
});

export const refundView = ({ payment, plan, settled, ...refund }: RefundWithPlan) => ({
  id: refund.id,
  invoiceId: refund.invoiceId,
  amountCents: refund.amountCents,
  reason: refund.reason,
  status: refund.status,
  foundAt: refund.foundAt,
  outcome: settled && outcomes[settled.outcome],
  settledAt: settled?.at ?? null,
  payment: payment && refundedPaymentView(payment),
  planEnd: plan?.now.periodEnd ?? null,
  planEndAfter: plan?.after.periodEnd ?? null,
});

export const checkoutView = ({ payment, checkoutUrl }: Checkout) => ({
  checkoutUrl,
  apiRef: payment.apiRef,
  payment: paymentView(payment),
});

const verdicts = { activated: 'ACTIVATED', pending: 'PENDING', failed: 'FAILED' } as const;

export const verificationView = ({ status, subscription }: Verification) => ({
  status: verdicts[status],
  subscription: subscriptionView(subscription),
});
