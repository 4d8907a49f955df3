import type { ClientSession, Connection } from 'mongoose';
import { createLetterStore } from './letter-store.ts';
import { createLearnerStore } from './learner-store.ts';
import { createPaymentStore } from './payment-store.ts';
import { createSubscriptionStore } from './subscription-store.ts';

/** All stores of billing; with a session every call is part of its transaction. */
export const createStores = (connection: Connection, session: ClientSession | null = null) => ({
  payments: createPaymentStore(connection, session),
  subscriptions: createSubscriptionStore(connection, session),
  learners: createLearnerStore(connection, session),
  letters: createLetterStore(connection, session),
});
