import type { BillingStatusBody, Page, PaymentPage } from '@kumbuka/contracts';
import type { OwnedPayment, Payment } from '../domain/payment.ts';
import type { SubscriptionNow } from '../use-cases/plan/read-subscription.ts';
import type { Notification } from '../use-cases/payment/receive-notification.ts';
import type { Checkout } from '../use-cases/payment/start-checkout.ts';
import type { Verification } from '../use-cases/payment/verify-payment.ts';

const aboutRefunds = /refund|charge_?back|revers/i;

/** IntaSend documents no notification about refunds, so any field or state that names one counts. */
export const notificationOf = (body: Readonly<Record<string, unknown>>): Omit<Notification, 'ip'> => ({
  challenge: textOf(body['challenge']) ?? '',
  apiRef: textOf(body['api_ref']),
  invoiceId: textOf(body['invoice_id']),
  isOfRefund: [...Object.keys(body), textOf(body['state']) ?? '', textOf(body['status']) ?? ''].some(
    (words) => aboutRefunds.test(words),
  ),
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Omits the end of an expired period, because clients may read any end as an active subscription. */
const planView = ({ isActive, periodEnd }: SubscriptionNow) => ({
  subscription_status: isActive ? ('active' as const) : ('inactive' as const),
  current_period_end: isActive && periodEnd ? periodEnd.toISOString() : null,
});

export const statusView = (subscription: SubscriptionNow): BillingStatusBody => ({
  ...planView(subscription),
  month_used: subscription.allowance.used,
  month_free_limit: subscription.allowance.limit,
  month_remaining: subscription.allowance.remaining,
  unlimited: subscription.isActive,
  debug: { active_server_view: subscription.isActive },
});

export const checkoutView = ({ payment, checkoutUrl }: Checkout) => ({
  checkout_url: checkoutUrl,
  api_ref: payment.apiRef,
});

export const verificationView = ({ status, subscription }: Verification) => ({
  status,
  ...planView(subscription),
});

export const recheckView = ({ id, state, failureReason }: Payment) => ({
  paymentId: id,
  state,
  failureReason,
});

/** Payments as an archive of the account has them. */
export const archivedPaymentsView = ({ items, page, perPage, total }: Page<OwnedPayment>): PaymentPage => ({
  payments: items.map(({ createdAt, period, ...payment }) => ({
    id: payment.id,
    apiRef: payment.apiRef,
    amountCents: payment.amountCents,
    currency: payment.currency,
    method: payment.method,
    state: payment.state,
    failureReason: payment.failureReason,
    createdAt: createdAt.toISOString(),
    receiptNumber: payment.receiptNumber,
    periodStart: period?.start.toISOString() ?? null,
    periodEnd: period?.end.toISOString() ?? null,
  })),
  next: page * perPage < total ? page + 1 : null,
});
