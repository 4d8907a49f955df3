import { isUnavailable } from './unavailable.ts';

/** Errors of work whose transaction never reached its commit. */
const beforeCommit = new WeakSet<Error>();

const isOfMongo = ({ name }: Error) => name.startsWith('Mongo');

/** Marks an error of work inside a transaction. The driver labels only the first error of a lost connection pool. */
export function markBeforeCommit(error: unknown): void {
  if (error instanceof Error && isOfMongo(error) && isUnavailable(error)) beforeCommit.add(error);
}

/**
 * Whether a transaction failed for a temporary reason, such as an election or a broken connection, and is certainly not
 * committed. Another attempt is safe.
 */
export const isTransient = (error: unknown): boolean => error instanceof Error && beforeCommit.has(error);
