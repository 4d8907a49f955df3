import { Binary } from 'bson';
import type { Document } from './bson/decode.ts';
import { encode } from './bson/encode.ts';
import { isDocument, isNumeric, toNumber } from './bson/values.ts';
import { invalidOptions, MongoError, noSuchTransaction } from './errors.ts';
import { SESSION_MINUTES } from './limits.ts';
import type { Engine } from './storage/engine.ts';
import { assertOpen, type Transaction } from './transactions.ts';
import { toBigInt } from './update/numbers.ts';

/** One client session: its newest transaction or retryable write. */
export type Session = {
  id: string;
  number: bigint;
  transaction?: Transaction | undefined;
  committed: boolean;
  /** Results of the statements of a retryable write that have been applied. */
  statements: Map<number, Document>;
  lastUse: number;
  /** The connection that used it last. */
  connection: number;
};

/** What a command takes part in. */
export type Participation = {
  session?: Session;
  transaction?: Transaction;
  /** The command is a retryable write: its statements are remembered. */
  isRetryable: boolean;
};

const NEVER = -1n;
const RECONNECT_MS = 1000;

/** Keeps sessions, and on disk what a repeated write or commit needs to be answered without doing it again. */
export function createSessions(engine: Engine) {
  const sessions = new Map<string, Session>();

  function find(lsid: unknown): Session | undefined {
    if (!isDocument(lsid) || !(lsid.id instanceof Binary)) return undefined;
    const id = Buffer.from(lsid.id.buffer).toString('hex');
    let session = sessions.get(id);
    if (!session) {
      session = restore(id);
      sessions.set(id, session);
    }
    session.lastUse = Date.now();
    return session;
  }

  function restore(id: string): Session {
    const session: Session = {
      id,
      number: NEVER,
      committed: false,
      statements: new Map(),
      lastUse: 0,
      connection: 0,
    };
    const record = engine.storage.retry(id);
    if (!record) return session;
    session.number = record.number as bigint;
    session.committed = record.committed === true;
    for (const { at, result } of record.statements as { at: number; result: Document }[]) {
      session.statements.set(at, result);
    }
    return session;
  }

  /** Finds what the command belongs to, and begins a transaction where it says so. */
  function join(command: Document, isWrite: boolean, connection: number): Participation {
    const session = find(command.lsid);
    if (session) session.connection = connection;
    if (!isNumeric(command.txnNumber))
      return session ? { session, isRetryable: false } : { isRetryable: false };
    if (!session) throw invalidOptions('Transaction number requires a session ID to also be specified');
    const number = toBigInt(command.txnNumber);
    if (number < session.number) {
      throw new MongoError(
        225,
        'TransactionTooOld',
        `Cannot start transaction ${number} on session because a newer transaction ${session.number} has already started.`,
      );
    }
    if (command.autocommit !== false) {
      if (!isWrite)
        throw invalidOptions('txnNumber may only be provided for retryable writes and transactions');
      if (number > session.number) renew(session, number);
      return { session, isRetryable: true };
    }
    return { session, isRetryable: false, transaction: joinTransaction(session, number, command) };
  }

  function joinTransaction(session: Session, number: bigint, command: Document): Transaction {
    if (number > session.number) {
      if (command.startTransaction !== true) throw notInProgress(number);
      renew(session, number);
      session.transaction = engine.begin();
      return session.transaction;
    }
    if (session.committed) {
      throw new MongoError(
        256,
        'TransactionCommitted',
        `Transaction with { txnNumber: ${number} } has been committed.`,
      );
    }
    if (!session.transaction) throw notInProgress(number);
    assertOpen(session.transaction);
    if (command.startTransaction === true) {
      throw new MongoError(117, 'ConflictingOperationInProgress', 'the transaction has already been started');
    }
    return session.transaction;
  }

  const notInProgress = (number: bigint) =>
    noSuchTransaction(`Given transaction number ${number} does not match any in-progress transactions.`);

  function renew(session: Session, number: bigint): void {
    if (session.transaction) engine.abort(session.transaction);
    session.transaction = undefined;
    session.number = number;
    session.committed = false;
    session.statements = new Map();
  }

  /** Remembers the result of a statement; it is stored in the same SQLite transaction as what it wrote. */
  function remember(session: Session, at: number, result: Document): void {
    session.statements.set(at, result);
    store(session);
  }

  function store(session: Session): void {
    engine.storage.putRetry(session.id, () => encodeRecord(session));
  }

  /** Commits; a commit that is asked for again is answered again. */
  function commit(command: Document): void {
    const session = sessionOf(command);
    if (session.committed) return;
    const { transaction } = session;
    if (!transaction) throw noSuchTransaction('Transaction was not found or has been aborted.');
    assertOpen(transaction);
    engine.commit(transaction);
    session.committed = true;
    session.transaction = undefined;
    store(session);
  }

  function abort(command: Document): void {
    const { transaction } = sessionOf(command);
    if (!transaction) throw noSuchTransaction('Transaction was not found or has been aborted.');
    assertOpen(transaction);
    engine.abort(transaction);
  }

  function sessionOf(command: Document): Session {
    const session = find(command.lsid);
    if (!session || !isNumeric(command.txnNumber)) throw invalidOptions('a transaction number is needed');
    if (toBigInt(command.txnNumber) !== session.number) throw notInProgress(toBigInt(command.txnNumber));
    return session;
  }

  /** Ends a session: its transaction is aborted. Its retry record stays, for the client may still ask. */
  function end(lsid: unknown): string | undefined {
    const session = find(lsid);
    if (!session) return undefined;
    if (session.transaction) engine.abort(session.transaction);
    sessions.delete(session.id);
    return session.id;
  }

  /**
   * Aborts what a client has left open: it may come back on another connection within a second, and otherwise
   * nobody has to wait for the end of the transaction's lifetime.
   */
  function disconnected(connection: number): void {
    const open = [...sessions.values()].filter((session) => isLeftOpen(session, connection));
    if (open.length === 0) return;
    setTimeout(() => {
      for (const session of open) if (isLeftOpen(session, connection)) engine.abort(session.transaction!);
    }, RECONNECT_MS).unref();
  }

  const isLeftOpen = (session: Session, connection: number): boolean =>
    session.connection === connection && session.transaction?.state === 'open';

  function sweep(now = Date.now()): void {
    const expired = now - SESSION_MINUTES * 60_000;
    for (const session of sessions.values()) {
      if (session.lastUse >= expired) continue;
      if (session.transaction) engine.abort(session.transaction);
      sessions.delete(session.id);
    }
    engine.storage.forgetRetries(expired);
  }

  return { join, remember, commit, abort, end, disconnected, sweep, all: () => [...sessions.values()] };
}

export type Sessions = ReturnType<typeof createSessions>;

function encodeRecord({ number, committed, statements }: Session): Uint8Array {
  const list = [...statements].map(([at, result]) => ({ at, result }));
  return encode({ number, committed, statements: list });
}

/** The number as a plain one, for options such as limits. */
export const optionNumber = (value: unknown, otherwise: number): number =>
  value === undefined || value === null ? otherwise : toNumber(value);
