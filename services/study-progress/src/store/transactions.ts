import { createTransactions, type TransactOptions } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import type { DomainEvent } from '../domain/events.ts';
import type { Transact, TransactWithin } from '../use-cases/ports.ts';
import { createStoresIn } from './stores.ts';
import { createKeyedMutex } from './keyed-mutex.ts';

type Options = Omit<TransactOptions<object, DomainEvent>, 'storesIn'> & { connection: Connection };

/** Transactions on one learner each, serialised per learner in this process. */
export function createStudyTransactions(options: Options): {
  transact: Transact;
  within(session: ClientSession): TransactWithin;
} {
  const { transact, within } = createTransactions({
    ...options,
    storesIn: (session) => createStoresIn(options.connection, session),
  });
  const exclusively = createKeyedMutex();
  return { transact: (ownerId, work) => exclusively(ownerId, () => transact(work)), within };
}
