import { Unavailable } from '@kumbuka/contracts';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from './unavailable.ts';
import { isConflict } from './conflict.ts';
import { failWhenLost } from './fail-when-lost.ts';

const settings = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority' },
  maxCommitTimeMS: 5_000,
} as const;

/**
 * Aborts and ends. Work that is still running can write nothing from here on: in a session that is aborted but not ended,
 * the driver would run its next write outside of any transaction.
 */
const end = (session: ClientSession) => session.endSession().catch(() => undefined);

/** Prevents the driver from reusing the server session for another request. */
function discard({ serverSession }: ClientSession) {
  serverSession.isDirty = true;
}

const firstPauseMs = 100;
const lastPauseMs = 2_000;
/** How long MongoDB keeps an idle transaction, in milliseconds. */
const forgottenAfterMs = 60_000;

/**
 * Kills the session of a transaction after the store was lost: when the store returns, it would otherwise hold
 * the transaction's locks until its lifetime ends.
 */
async function killOnceBack(connection: Connection, { id }: ClientSession) {
  const began = performance.now();
  for (
    let wait = firstPauseMs;
    performance.now() - began < forgottenAfterMs;
    wait = Math.min(2 * wait, lastPauseMs)
  ) {
    if (!connection.db || connection.readyState === mongoose.ConnectionStates.disconnecting) return;
    const ended = await connection.db
      .admin()
      .command({ killSessions: [id] })
      .then(
        () => true,
        () => false,
      );
    if (ended) return;
    await pause(wait);
  }
}

/**
 * When the socket breaks during the commit, mongodb 7 fails on the socket's error. The outcome of the
 * transaction is unknown then.
 */
const commit = (session: ClientSession) =>
  session.commitTransaction().catch((error: unknown) => {
    throw error instanceof mongoose.mongo.MongoError ? error : new Unavailable(error);
  });

/**
 * Runs work in one transaction, once. The driver's withTransaction retries for up to two minutes without a
 * way to stop it or to report progress, so callers here control retries. Fails when the store is lost.
 */
export async function transactOnce<Result>(
  connection: Connection,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  const session = await connection.startSession();
  try {
    return await failWhenLost(connection, async () => {
      session.startTransaction(settings);
      const result = await work(session);
      await commit(session);
      await session.endSession();
      return result;
    });
  } catch (error) {
    // A server that was unreachable gets the abort when it is back. Conflicts carry the label of an outage, too.
    const isOutage = isUnavailable(error) && !isConflict(error);
    if (isOutage) discard(session);
    const ended = end(session);
    if (isOutage) void ended.then(() => killOnceBack(connection, session));
    else await ended;
    throw error;
  }
}
