import { Binary } from 'bson';
import type { Document } from '../bson/decode.ts';
import { isDocument, isNumeric } from '../bson/values.ts';
import { invalidOptions, noSuchTransaction } from '../errors.ts';
import { SESSION_MINUTES } from '../limits.ts';
import type { Engine } from '../storage/engine.ts';
import { assertOpen, type Transaction } from '../transactions.ts';
import { toBigInt } from '../update/numbers.ts';
import { notInProgress, participate, type Participation } from './participation.ts';
import { encodeRecord, restoreSession, type Session } from './session.ts';

interface Registry {
  engine: Engine;
  /** By the id in hexadecimal. */
  sessions: Map<string, Session>;
}

const LIFETIME_MS = SESSION_MINUTES * 60_000;

/** Sessions, with records on disk that let the server reply to a retried write or commit without applying it again. */
export function createSessions(engine: Engine) {
  const registry: Registry = { engine, sessions: new Map() };
  return {
    join: (command: Document, isWrite: boolean) => join(registry, command, isWrite),
    /** Runs the commands of one transaction one after the other. */
    inTurn: <T>(lsid: unknown, work: () => Promise<T>) => inTurn(find(registry, lsid), work),
    /** Stores the result of a statement in the same SQLite transaction as its writes. */
    remember(session: Session, at: number, result: Document): void {
      session.statements.set(at, result);
      store(registry, session);
    },
    commit: (command: Document) => commit(registry, command),
    abort: (command: Document) => engine.abort(openTransaction(sessionOf(registry, command))),
    /** Aborts the transaction that a command names, if it is open. */
    abortOpen(command: Document): void {
      const { transaction } = sessionOf(registry, command);
      if (transaction) engine.abort(transaction);
    },
    end: (lsid: unknown) => end(registry, lsid),
    sweep: () => sweep(registry),
  };
}

export type Sessions = ReturnType<typeof createSessions>;

function find({ engine, sessions }: Registry, lsid: unknown): Session | undefined {
  if (!isDocument(lsid) || !(lsid.id instanceof Binary)) return undefined;
  const id = Buffer.from(lsid.id.buffer).toString('hex');
  let session = sessions.get(id);
  if (!session) sessions.set(id, (session = restoreSession(id, engine.storage.retry(id))));
  session.lastUse = performance.now();
  return session;
}

function sessionOf(registry: Registry, { lsid, txnNumber }: Document): Session {
  const session = find(registry, lsid);
  if (!session || !isNumeric(txnNumber)) throw invalidOptions('a transaction number is needed');
  if (toBigInt(txnNumber) !== session.number) throw notInProgress(toBigInt(txnNumber));
  return session;
}

const join = (registry: Registry, command: Document, isWrite: boolean): Participation =>
  participate(registry.engine, find(registry, command.lsid), command, isWrite);

async function inTurn<T>(session: Session | undefined, work: () => Promise<T>): Promise<T> {
  if (!session) return work();
  const before = session.turn;
  const { promise, resolve } = Promise.withResolvers<void>();
  session.turn = promise;
  if (before) await before;
  try {
    return await work();
  } finally {
    if (session.turn === promise) session.turn = undefined;
    resolve();
  }
}

const store = ({ engine }: Registry, session: Session): void =>
  engine.storage.putRetry(session.id, () => encodeRecord(session));

function openTransaction({ transaction }: Session): Transaction {
  if (!transaction) throw noSuchTransaction('Transaction was not found or has been aborted.');
  assertOpen(transaction);
  return transaction;
}

/** Commits the transaction of a session. A retried commit succeeds again. */
function commit(registry: Registry, command: Document): void {
  const session = sessionOf(registry, command);
  if (session.committed) return;
  registry.engine.commit(openTransaction(session));
  session.committed = true;
  session.transaction = undefined;
  store(registry, session);
}

/** Ends a session and aborts its transaction. Keeps its retry record, because the client may still retry. */
function end(registry: Registry, lsid: unknown): string | undefined {
  const session = find(registry, lsid);
  if (!session) return undefined;
  forget(registry, session);
  return session.id;
}

function forget({ engine, sessions }: Registry, session: Session): void {
  if (session.transaction) engine.abort(session.transaction);
  sessions.delete(session.id);
}

function sweep(registry: Registry): void {
  const expired = performance.now() - LIFETIME_MS;
  for (const session of registry.sessions.values()) if (session.lastUse < expired) forget(registry, session);
  registry.engine.storage.forgetRetries(Date.now() - LIFETIME_MS);
}
