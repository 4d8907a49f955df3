import kafkajs from 'kafkajs';

const tooLarge = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE'];

export const isTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof kafkajs.KafkaJSProtocolError && tooLarge.includes(error.type)) ||
    isTooLarge(error.cause));

export const firstCause = (error: Error): Error =>
  error.cause instanceof Error ? firstCause(error.cause) : error;

/** Whether a retry may help, by the rule that kafkajs uses for its own restart, which is disabled. */
export function isRetriable(error: Error): boolean {
  const cause = firstCause(error);
  return (
    error.name === 'KafkaJSNumberOfRetriesExceeded' || ('retriable' in cause && cause.retriable === true)
  );
}

const firstRetryMs = 200;
const lastRetryMs = 2_000;

/** Milliseconds before the next attempt: exponential backoff. */
export const backoff = (failures: number): number => Math.min(firstRetryMs * 2 ** failures, lastRetryMs);
