import { eraseLearner } from './erase-learner.ts';
import type { Ports } from './ports.ts';
import { listPayments, readPayment, readPendingPayment } from './read-payments.ts';
import { readSubscription } from './read-subscription.ts';

/** All that can be asked of billing, by REST and GraphQL alike, and what its events and its clock ask. */
export const createUseCases = (ports: Ports) => ({
  readSubscription: readSubscription(ports),
  readPayment: readPayment(ports),
  readPendingPayment: readPendingPayment(ports),
  listPayments: listPayments(ports),
  eraseLearner: eraseLearner(ports),
});
export type UseCases = ReturnType<typeof createUseCases>;
