import { Binary } from 'bson';
import type { Document } from '../bson/decode.ts';
import { isDocument, isNumeric } from '../bson/values.ts';
import { invalidOptions, noSuchTransaction } from '../errors.ts';
import { SESSION_MINUTES } from '../limits.ts';
import type { Engine } from '../storage/engine.ts';
import { assertOpen } from '../transactions.ts';
import { toBigInt } from '../update/numbers.ts';
import { notInProgress, participate, type Participation } from './participation.ts';
import { encodeRecord, restoreSession, type Session } from './session.ts';

const RECONNECT_MS = 1000;

/** Keeps sessions, and on disk what a repeated write or commit needs to be answered without doing it again. */
export function createSessions(engine: Engine) {
  const sessions = new Map<string, Session>();

  function find(lsid: unknown): Session | undefined {
    if (!isDocument(lsid) || !(lsid.id instanceof Binary)) return undefined;
    const id = Buffer.from(lsid.id.buffer).toString('hex');
    let session = sessions.get(id);
    if (!session) sessions.set(id, (session = restoreSession(id, engine.storage.retry(id))));
    session.lastUse = performance.now();
    return session;
  }

  function join(command: Document, isWrite: boolean, connection: number): Participation {
    const session = find(command.lsid);
    if (session) session.connection = connection;
    return participate(engine, session, command, isWrite);
  }

  /** Commands of one transaction run one after the other. */
  async function inTurn<T>(lsid: unknown, work: () => Promise<T>): Promise<T> {
    const session = find(lsid);
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
    forget(session);
    return session.id;
  }

  function forget(session: Session): void {
    if (session.transaction) engine.abort(session.transaction);
    sessions.delete(session.id);
  }

  /**
   * Aborts what a client has left open: it may come back on another connection within a second, and otherwise
   * nobody has to wait for the end of the transaction's lifetime.
   */
  function disconnected(connection: number): void {
    const open = [...sessions.values()].filter((session) => isLeftOpen(session, connection));
    if (open.length === 0) return;
    setTimeout(() => {
      for (const { transaction } of open.filter((session) => isLeftOpen(session, connection))) {
        if (transaction) engine.abort(transaction);
      }
    }, RECONNECT_MS).unref();
  }

  function sweep(): void {
    const lifetime = SESSION_MINUTES * 60_000;
    const expired = performance.now() - lifetime;
    for (const session of sessions.values()) if (session.lastUse < expired) forget(session);
    engine.storage.forgetRetries(Date.now() - lifetime);
  }

  return {
    join,
    inTurn,
    remember,
    commit,
    abort,
    end,
    disconnected,
    sweep,
    all: () => [...sessions.values()],
  };
}

export type Sessions = ReturnType<typeof createSessions>;

const isLeftOpen = (session: Session, connection: number): boolean =>
  session.connection === connection && session.transaction?.state === 'open';
