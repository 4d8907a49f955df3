import { isAway } from './away.ts';
import { failWhenLost } from './fail-when-lost.ts';
import type { ClientSession, Connection } from 'mongoose';

const settings = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority' },
  maxCommitTimeMS: 5_000,
} as const;

async function end(session: ClientSession) {
  if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
  await session.endSession().catch(() => undefined);
}

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
      await session.commitTransaction();
      await session.endSession();
      return result;
    });
  } catch (error) {
    const ended = end(session);
    // Who cannot be reached cannot be told either; it forgets the transaction by itself.
    if (!isAway(error)) await ended;
    throw error;
  }
}
