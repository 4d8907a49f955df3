import type { Document } from '../bson/decode.ts';
import { isNumeric } from '../bson/values.ts';
import { invalidOptions, MongoError, noSuchTransaction } from '../errors.ts';
import type { Engine } from '../storage/engine.ts';
import { assertOpen, type Transaction } from '../transactions.ts';
import { toBigInt } from '../update/numbers.ts';
import { renew, type Session } from './session.ts';

/** Session and transaction of a command. */
export interface Participation {
  session?: Session;
  transaction?: Transaction;
  /** Whether the command is a retryable write, whose results are stored. */
  isRetryable: boolean;
}

/** Resolves session and transaction of a command. Begins a transaction when the command requests it. */
export function participate(
  engine: Engine,
  session: Session | undefined,
  command: Document,
  isWrite: boolean,
): Participation {
  if (!isNumeric(command.txnNumber))
    return session ? { session, isRetryable: false } : { isRetryable: false };
  if (!session) throw invalidOptions('Transaction number requires a session ID to also be specified');
  const number = toBigInt(command.txnNumber);
  if (number < session.number) throw tooOld(number, session);
  if (command.autocommit === false) {
    return { session, isRetryable: false, transaction: joinTransaction(engine, session, number, command) };
  }
  if (!isWrite) throw invalidOptions('txnNumber may only be provided for retryable writes and transactions');
  if (number > session.number) renew(engine, session, number);
  return { session, isRetryable: true };
}

function joinTransaction(engine: Engine, session: Session, number: bigint, command: Document): Transaction {
  if (number > session.number) {
    if (command.startTransaction !== true) throw notInProgress(number);
    renew(engine, session, number);
    session.transaction = engine.begin();
    return session.transaction;
  }
  if (session.committed) throw alreadyCommitted(number);
  if (!session.transaction) throw notInProgress(number);
  assertOpen(session.transaction);
  if (command.startTransaction === true) {
    throw new MongoError(117, 'ConflictingOperationInProgress', 'the transaction has already been started');
  }
  if (command.readConcern !== undefined) {
    throw invalidOptions('Only the first command in a transaction may specify a readConcern');
  }
  return session.transaction;
}

export const notInProgress = (number: bigint) =>
  noSuchTransaction(`Given transaction number ${number} does not match any in-progress transactions.`);

const alreadyCommitted = (number: bigint) =>
  new MongoError(
    256,
    'TransactionCommitted',
    `Transaction with { txnNumber: ${number} } has been committed.`,
  );

const tooOld = (number: bigint, session: Session) =>
  new MongoError(
    225,
    'TransactionTooOld',
    `Cannot start transaction ${number} on session because a newer transaction ${session.number} has already started.`,
  );
