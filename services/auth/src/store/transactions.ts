import { createTransactions, type SealedBox, type TransactOptions } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { createTurns, type InTurn } from '../adapters/crypto/turns.ts';
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
  transactInLine: Transact;
  within(session: ClientSession): Transact;
  /** The line of `transactInLine`. */
  inLine: InTurn;
}

/** Transactions of auth; those with revocations run one at a time in this process. */
export function createAuthTransactions({ mailBox, ...options }: Options): AuthTransactions {
  const { transact, within } = createTransactions({
    ...options,
    storesIn: (session) => createStores(options.connection, mailBox, session),
  });
  const inLine = createTurns(1, revocationsWaiting);
  return { transact, transactInLine: (work) => inLine(() => transact(work)), within, inLine };
}
