import type { ClientSession, Connection } from 'mongoose';
import { createGenerationStore, createRunStore } from './generation-store.ts';
import { createLearnerStore } from './learner-store.ts';
import { createQuotaStore } from './quota-store.ts';

/** Stores of ai; with a session, calls join its transaction. */
export const createStores = (connection: Connection, session: ClientSession | null = null) => ({
  generations: createGenerationStore(connection, session),
  runs: createRunStore(connection, session),
  quotas: createQuotaStore(connection, session),
  learners: createLearnerStore(connection, session),
});
