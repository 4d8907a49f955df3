import { isConflict, isTransient, transactOnce } from '@kumbuka/event-bus';
import type { ClientSession, Connection } from 'mongoose';
import { repeatWhile } from './repeat-while.ts';

const canBeRepeated = (error: unknown) => isConflict(error) || isTransient(error);

/**
 * Runs `work` in one transaction with majority write concern and retries it after a conflict; it may only
 * make database calls with the session. Also retries after a temporary outage, but not once the store is lost.
 */
export const inTransaction = <Result>(
  connection: Connection,
  work: (session: ClientSession) => Promise<Result>,
): Promise<Result> => repeatWhile(canBeRepeated, () => transactOnce(connection, work));
