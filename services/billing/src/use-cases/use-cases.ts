import { endSubscriptions, remindOfEnds } from './end-subscriptions.ts';
import { eraseLearner } from './erase-learner.ts';
import { listPlans, readPlan } from './list-plans.ts';
import type { Ports } from './ports.ts';
import { listPayments, readPayment, readPendingPayment } from './read-payments.ts';
import { readStatement } from './read-statement.ts';
import { readSubscription } from './read-subscription.ts';
import { receiveNotification } from './receive-notification.ts';
import { recheckPayment, reconcilePayments } from './reconcile-payments.ts';
import { requestStkPush } from './request-stk-push.ts';
import { sendEmails } from './send-emails.ts';
import { startCheckout } from './start-checkout.ts';
import { verifyPayment } from './verify-payment.ts';

/** Use-cases of billing, shared by REST, GraphQL, events and jobs. */
export const createUseCases = (ports: Ports) => ({
  startCheckout: startCheckout(ports),
  requestStkPush: requestStkPush(ports),
  verifyPayment: verifyPayment(ports),
  receiveNotification: receiveNotification(ports),
  reconcilePayments: reconcilePayments(ports),
  recheckPayment: recheckPayment(ports),
  readStatement: readStatement(ports),
  readSubscription: readSubscription(ports),
  endSubscriptions: endSubscriptions(ports),
  remindOfEnds: remindOfEnds(ports),
  sendEmails: sendEmails(ports),
  readPayment: readPayment(ports),
  readPendingPayment: readPendingPayment(ports),
  listPayments: listPayments(ports),
  eraseLearner: eraseLearner(ports),
  listPlans: listPlans(ports),
  readPlan: readPlan(ports),
});
export type UseCases = ReturnType<typeof createUseCases>;
