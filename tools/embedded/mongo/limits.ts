/** Maximum size of a stored document, in bytes. */
export const MAX_DOCUMENT = 16 * 1024 * 1024;
/** Maximum size of a document inside a message, in bytes. */
export const MAX_INTERNAL_DOCUMENT = MAX_DOCUMENT + 16 * 1024;
export const MAX_MESSAGE = 48_000_000;
export const MAX_WRITE_BATCH = 100_000;
/** Maximum nesting of documents and arrays in a stored document. */
export const MAX_NESTING = 100;
/** Maximum nesting of a whole command, which wraps documents. */
export const MAX_COMMAND_NESTING = 200;
export const MAX_INDEXES = 64;
export const SESSION_MINUTES = 30;
export const CURSOR_IDLE_MS = 10 * 60_000;
/** Idle time after which a cursor is read to its end, so that it no longer needs former states. */
export const SNAPSHOT_IDLE_MS = 10_000;
/** Equal to `transactionLifetimeLimitSeconds` in docker compose, Kubernetes and the real servers of tests. */
export const TRANSACTION_LIFETIME_MS = 5_000;
/** Time during which a snapshot can be read outside transactions. */
export const SNAPSHOT_LIFETIME_MS = 60_000;
