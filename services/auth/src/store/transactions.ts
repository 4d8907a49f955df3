import { createTransactions, type SealedBox, type TransactOptions } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { createConcurrencyLimit, type LimitConcurrency } from '../adapters/crypto/concurrency-limit.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { Transact } from '../use-cases/ports.ts';
import { createStores } from './stores.ts';

const revocationsWaiting = 1_000;

type Options = Omit<TransactOptions<object, DomainEvent>, 'storesIn'> & {
  connection: Connection;
  mailBox: SealedBox;
};

interface AuthTransactions {
  transact: Transact;
  transactSerially: Transact;
  within(session: ClientSession): Transact;
  /** The limit of `transactSerially`. */
  serially: LimitConcurrency;
}

/** Transactions of auth; those with revocations run one at a time in this process. */
export function createAuthTransactions({ mailBox, ...options }: Options): AuthTransactions {
  const { transact, within } = createTransactions({
    ...options,
    storesIn: (session) => createStores(options.connection, mailBox, session),
  });
  const serially = createConcurrencyLimit(1, revocationsWaiting);
  return { transact, transactSerially: (work) => serially(() => transact(work)), within, serially };
}
