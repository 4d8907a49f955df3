import { isUnavailable } from './unavailable.ts';

/** Errors of work whose transaction never reached its commit. */
const beforeCommit = new WeakSet<Error>();
/** Errors of commits. */
const ofCommit = new WeakSet<Error>();

/** Whether nothing was sent, because the server had closed the socket. The driver (mongodb 7) throws this error of Node. */
export const isClosedSocket = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EPIPE';

const isOfMongo = (error: Error) => error.name.startsWith('Mongo') || isClosedSocket(error);

/** Marks an error of work inside a transaction. The driver labels only the first error of a lost connection pool. */
export function markBeforeCommit(error: unknown): void {
  if (error instanceof Error && isOfMongo(error) && isUnavailable(error)) beforeCommit.add(error);
}

/**
 * Whether a transaction failed for a temporary reason, such as an election or a broken connection, and is certainly not
 * committed. Another attempt is safe.
 */
export const isTransient = (error: unknown): boolean => error instanceof Error && beforeCommit.has(error);

/** Marks an error of a commit, after which nobody knows whether the transaction is committed. */
export function markOfCommit(error: Error): void {
  ofCommit.add(error);
}

/**
 * Whether a connection to MongoDB broke. The driver (mongodb 7) labels, and repeats, only the first write of a lost
 * connection pool. Work that recognises its own repeats may run again.
 */
export function isBrokenConnection(error: unknown): boolean {
  if (!(error instanceof Error) || !isUnavailable(error)) return false;
  return ofCommit.has(error) || isOfMongo(error) || isBrokenConnection(error.cause);
}
