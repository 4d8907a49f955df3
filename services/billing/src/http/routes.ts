import { billingInternalRoutes, billingRoutes } from '@kumbuka/contracts';
import type { AuditTrail } from '@kumbuka/http-kit';
import { handle, withStatus, type HandledRoute } from '@kumbuka/service-kit';
import type { UseCases } from '../use-cases/use-cases.ts';
import {
  archivedPaymentsView,
  checkoutView,
  notificationOf,
  recheckView,
  statusView,
  verificationView,
} from './views.ts';

/** Payments of one page of an archive. */
const archivedAtOnce = 100;

export const routes = (useCases: UseCases, audit: AuditTrail): HandledRoute[] => [
  handle(
    billingRoutes.startCheckout,
    ({ body, principal }) => useCases.startCheckout({ redirectUrl: body.redirect_url }, principal),
    checkoutView,
  ),
  handle(
    billingRoutes.verifyPayment,
    ({ body: { invoice_id, checkout_id, tracking_id }, principal }) =>
      useCases.verifyPayment(
        { invoiceId: invoice_id, checkoutId: checkout_id, trackingId: tracking_id },
        principal,
      ),
    verificationView,
  ),
  handle(
    billingRoutes.receiveNotification,
    ({ body, ip }) => useCases.receiveNotification({ ...notificationOf(body), ip }),
    (isOurs) => (isOurs ? { status: 'received' } : withStatus(202, { status: 'unknown' })),
  ),
  handle(
    billingRoutes.readBillingStatus,
    ({ principal }) => useCases.readSubscription(principal),
    statusView,
  ),
  handle(
    billingInternalRoutes.recheckPayment,
    ({ params: { id }, ip, requestId }) =>
      audit.act({ by: 'process', action: 'recheckPayment', ip, requestId }, { target: `payment ${id}` }, () =>
        useCases.recheckPayment(id),
      ),
    recheckView,
  ),
  handle(
    billingInternalRoutes.listPaymentsOf,
    ({ params, query }) =>
      useCases.listPayments({ page: query.page, perPage: archivedAtOnce }, { userId: params.id }),
    archivedPaymentsView,
  ),
  handle(billingInternalRoutes.listPlans, ({ query }) => useCases.listPlans(query.after)),
  handle(billingInternalRoutes.readPlan, ({ params }) => useCases.readPlan(params.id)),
];
