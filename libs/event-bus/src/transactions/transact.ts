import { Unavailable } from '@kumbuka/contracts';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { setTimeout as pause } from 'node:timers/promises';
import { isClosedSocket, markBeforeCommit, markOfCommit } from './transient.ts';
import { isUnavailable } from './unavailable.ts';
import { isConflict } from './conflict.ts';
import { failWhenLost, isStoreLost } from './fail-when-lost.ts';

const settings = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority' },
  maxCommitTimeMS: 5_000,
} as const;

/**
 * Aborts the transaction and ends its session, so that work which still runs can write nothing more. In a session that is
 * aborted but not ended, the driver would run the next write outside of any transaction.
 */
const end = (session: ClientSession) => session.endSession().catch(() => undefined);

/** Prevents the driver from reusing the server session for another request. */
function discard({ serverSession }: ClientSession) {
  serverSession.isDirty = true;
}

/** Returns whether MongoDB killed the session. */
const killSession = (db: mongoose.mongo.Db, id: ClientSession['id']): Promise<boolean> =>
  db
    .admin()
    .command({ killSessions: [id] })
    .then(
      () => true,
      () => false,
    );

const firstPauseMs = 100;
const lastPauseMs = 2_000;
/** How long MongoDB keeps an idle transaction, in milliseconds. */
const forgottenAfterMs = 60_000;

/**
 * Kills the session of a transaction after an outage. Otherwise the transaction would keep its locks until MongoDB
 * forgets it.
 */
async function killWhenBack(connection: Connection, { id }: ClientSession) {
  const began = performance.now();
  let wait = firstPauseMs;
  while (performance.now() - began < forgottenAfterMs) {
    const { db, readyState } = connection;
    if (!db || readyState === mongoose.ConnectionStates.disconnecting) return;
    if (await killSession(db, id)) return;
    await pause(wait);
    wait = Math.min(2 * wait, lastPauseMs);
  }
}

/**
 * Commits, and repeats the commit after a network error, which has the same effect as one commit. The driver repeats it
 * only after the first error of a lost connection pool.
 */
const commitTwice = (session: ClientSession) =>
  session.commitTransaction().catch((error: unknown) => {
    if (error instanceof mongoose.mongo.MongoNetworkError || isClosedSocket(error))
      return session.commitTransaction();
    throw error;
  });

/**
 * Commits. When the socket breaks meanwhile, the driver (mongodb 7) fails with a TypeError of its own. The outcome is
 * unknown then, as in an outage.
 */
const commit = (session: ClientSession) =>
  commitTwice(session).catch((thrown: unknown) => {
    const error = thrown instanceof mongoose.mongo.MongoError ? thrown : new Unavailable(thrown);
    markOfCommit(error);
    throw error;
  });

/** Runs the work of a transaction. Its errors are those from before the commit. */
const runWork = <Result>(session: ClientSession, work: (session: ClientSession) => Promise<Result>) =>
  work(session).catch((error: unknown) => {
    markBeforeCommit(error);
    throw error;
  });

/**
 * Runs work in one transaction, once. Fails when the store is lost. Callers retry themselves, because the driver's
 * withTransaction retries for up to two minutes and can neither be stopped nor report progress.
 */
export async function transactOnce<Result>(
  connection: Connection,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  // Otherwise the work would wait for a server, and write after its caller got a 503 and may have sent it again.
  if (isStoreLost(connection)) throw new Unavailable();
  const session = await connection.startSession();
  try {
    return await failWhenLost(connection, async () => {
      session.startTransaction(settings);
      const result = await runWork(session, work);
      await commit(session);
      await session.endSession();
      return result;
    });
  } catch (error) {
    // An unreachable server gets the abort when it is back. Conflicts carry the label of an outage, too.
    const isOutage = isUnavailable(error) && !isConflict(error);
    if (isOutage) discard(session);
    const ended = end(session);
    if (isOutage) void ended.then(() => killWhenBack(connection, session));
    else await ended;
    throw error;
  }
}
