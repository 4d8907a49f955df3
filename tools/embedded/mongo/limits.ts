/** A document that a user may store, bytes. */
export const MAX_DOCUMENT = 16 * 1024 * 1024;
/** A document inside a message may be this much larger, bytes. */
export const MAX_INTERNAL_DOCUMENT = MAX_DOCUMENT + 16 * 1024;
export const MAX_MESSAGE = 48_000_000;
export const MAX_WRITE_BATCH = 100_000;
/** Levels of documents and arrays inside a stored document. */
export const MAX_NESTING = 100;
/** Levels inside a whole command, which wraps documents. */
export const MAX_COMMAND_NESTING = 200;
export const MAX_INDEXES = 64;
export const SESSION_MINUTES = 30;
export const CURSOR_IDLE_MS = 10 * 60_000;
/** How long a cursor that nobody reads keeps the states of its time. */
export const SNAPSHOT_IDLE_MS = 10_000;
/** As `transactionLifetimeLimitSeconds` in docker compose, Kubernetes and the real servers of tests. */
export const TRANSACTION_LIFETIME_MS = 5_000;
/** How long a snapshot can be read outside transactions. */
export const SNAPSHOT_LIFETIME_MS = 60_000;
