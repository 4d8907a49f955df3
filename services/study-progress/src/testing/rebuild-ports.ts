import { createOutbox } from '@kumbuka/event-bus';
import { createIdempotency } from '@kumbuka/service-kit';
import { testInternalKey } from '@kumbuka/testing';
import type { Connection } from 'mongoose';
import { createOwnershipList } from '../adapters/ownership-list.ts';
import { toEnvelope } from '../events/publishes.ts';
import { createStudyStore } from '../store/study-store.ts';
import { createStudyTransactions } from '../store/transactions.ts';
import type { StudyTest } from './study-suite.ts';

/** Transactions on the stores of a test, beside those of its service. */
export const transactionsOn = (connection: Connection) =>
  createStudyTransactions({
    connection,
    outbox: createOutbox({ connection }),
    idempotency: createIdempotency({ connection, secrets: ['secret of the tests'] }),
    toEnvelope,
  });

/** Ports of the use-cases that rebuild a learner, on the stores of a test. */
export const rebuildPortsOn = ({ connection, decks }: Pick<StudyTest, 'connection' | 'decks'>) => ({
  ...transactionsOn(connection),
  studies: createStudyStore(connection),
  now: () => new Date(),
  ownerships: createOwnershipList({ baseUrl: decks.url, internalKey: testInternalKey }),
});
