import type { ClientSession, Connection } from 'mongoose';
import { createEmailStore } from './email-store.ts';
import { createLearnerStore } from './learner-store.ts';
import { createPaymentStore } from './payment-store.ts';
import { createPhoneStore } from './phone-store.ts';
import { createRefundStore } from './refund-store.ts';
import { createSubscriptionStore } from './subscription-store.ts';

/** Stores of billing; with a session, calls join its transaction. */
export const createStores = (connection: Connection, session: ClientSession | null = null) => ({
  payments: createPaymentStore(connection, session),
  phones: createPhoneStore(connection, session),
  subscriptions: createSubscriptionStore(connection, session),
  learners: createLearnerStore(connection, session),
  emails: createEmailStore(connection, session),
  refunds: createRefundStore(connection, session),
});
