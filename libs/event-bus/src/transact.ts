import type { ClientSession, Connection } from 'mongoose';

const settings = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority' },
  maxCommitTimeMS: 5_000,
} as const;

/**
 * Runs the work in one transaction, once. The driver's own withTransaction repeats for up to two minutes, in which
 * nobody could stop it or say that the process lives; here whoever calls decides about repeating.
 */
export async function transactOnce<Result>(
  connection: Connection,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> {
  const session = await connection.startSession();
  try {
    session.startTransaction(settings);
    const result = await work(session);
    await session.commitTransaction();
    return result;
  } catch (error) {
    if (session.inTransaction()) await session.abortTransaction().catch(() => undefined);
    throw error;
  } finally {
    await session.endSession();
  }
}
