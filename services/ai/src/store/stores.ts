import type { ClientSession, Connection } from 'mongoose';
import { createGenerationStore } from './generation-store.ts';
import { createLearnerStore } from './learner-store.ts';
import { createQuotaStore } from './quota-store.ts';

/** All stores of ai; with a session every call is part of its transaction. */
export const createStores = (connection: Connection, session: ClientSession | null = null) => ({
  generations: createGenerationStore(connection, session),
  quotas: createQuotaStore(connection, session),
  learners: createLearnerStore(connection, session),
});
