import { Unavailable } from '@kumbuka/contracts';
import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { isAway } from './away.ts';
import { failWhenLost } from './fail-when-lost.ts';
import { pause } from './pause.ts';

const settings = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority' },
  maxCommitTimeMS: 5_000,
} as const;

async function end(session: ClientSession) {
  if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
  await session.endSession().catch(() => undefined);
}

const firstPauseMs = 100;
const lastPauseMs = 2_000;
/** As long as MongoDB keeps a transaction of which it hears nothing. */
const forgottenAfterMs = 60_000;

/**
 * Ends the session of a transaction that the store was lost under: when the store is back it still holds what the
 * transaction wrote, and would refuse it to everybody else for a minute.
 */
async function endOnceBack(connection: Connection, { id }: ClientSession) {
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
 * When the socket breaks while the commit is being written, mongodb 7 takes the error of the socket for one of its own
 * and stumbles over it. What became of the transaction is not known then.
 */
const commit = (session: ClientSession) =>
  session.commitTransaction().catch((error: unknown) => {
    throw error instanceof mongoose.mongo.MongoError ? error : new Unavailable(error);
  });

/**
 * Runs the work in one transaction, once. The driver's own withTransaction repeats for up to two minutes, in which
 * nobody could stop it or say that the process lives; here whoever calls decides about repeating. Fails when the store is lost under it.
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
    const ended = end(session);
    // Who cannot be reached cannot be told either, before it is back.
    if (isAway(error)) void ended.then(() => endOnceBack(connection, session));
    else await ended;
    throw error;
  }
}
