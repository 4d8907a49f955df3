import { endSubscriptions, remindOfEnds } from './plan/end-subscriptions.ts';
import { eraseLearner } from './erase-learner.ts';
import { listPlans, readPlan } from './plan/list-plans.ts';
import type { Ports } from './ports.ts';
import { listPayments, readOpenPrompts, readPayment, readPendingPayment } from './payment/read-payments.ts';
import { readRefunds } from './refund/read-refunds.ts';
import { fillConfirmedAt, findPayments, listConfirmed, readRevenue } from './payment/read-books.ts';
import { readStatement } from './plan/read-statement.ts';
import { readSubscription } from './plan/read-subscription.ts';
import { receiveNotification } from './payment/receive-notification.ts';
import { recheckPayment, reconcilePayments } from './payment/reconcile-payments.ts';
import { requestStkPush } from './payment/request-stk-push.ts';
import { sendEmails } from './send-emails.ts';
import { endRefundedPlan, keepRefundedPlan, listRefunds } from './refund/settle-refund.ts';
import { startCheckout } from './payment/start-checkout.ts';
import { verifyPayment } from './payment/verify-payment.ts';

/** Use-cases of billing, shared by REST, GraphQL, events and jobs. */
export const createUseCases = (ports: Ports) => ({
  startCheckout: startCheckout(ports),
  requestStkPush: requestStkPush(ports),
  verifyPayment: verifyPayment(ports),
  receiveNotification: receiveNotification(ports),
  reconcilePayments: reconcilePayments(ports),
  recheckPayment: recheckPayment(ports),
  readStatement: readStatement(ports),
  readRefunds: readRefunds(ports),
  listRefunds: listRefunds(ports),
  endRefundedPlan: endRefundedPlan(ports),
  keepRefundedPlan: keepRefundedPlan(ports),
  readSubscription: readSubscription(ports),
  endSubscriptions: endSubscriptions(ports),
  remindOfEnds: remindOfEnds(ports),
  sendEmails: sendEmails(ports),
  readPayment: readPayment(ports),
  readPendingPayment: readPendingPayment(ports),
  readOpenPrompts: readOpenPrompts(ports),
  listPayments: listPayments(ports),
  readRevenue: readRevenue(ports),
  listConfirmed: listConfirmed(ports),
  findPayments: findPayments(ports),
  fillConfirmedAt: fillConfirmedAt(ports),
  eraseLearner: eraseLearner(ports),
  listPlans: listPlans(ports),
  readPlan: readPlan(ports),
});
export type UseCases = ReturnType<typeof createUseCases>;
