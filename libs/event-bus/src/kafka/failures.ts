import kafkajs from 'kafkajs';

const tooLarge = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE'];

export const isTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof kafkajs.KafkaJSProtocolError && tooLarge.includes(error.type)) ||
    isTooLarge(error.cause));

export const firstCause = (error: Error): Error =>
  error.cause instanceof Error ? firstCause(error.cause) : error;

/** Whether another try may help, as kafkajs judges it for its own restart, which we do not use. */
export function isPassing(error: Error): boolean {
  const cause = firstCause(error);
  return (
    error.name === 'KafkaJSNumberOfRetriesExceeded' || ('retriable' in cause && cause.retriable === true)
  );
}

const firstRetryMs = 200;
const lastRetryMs = 2_000;

/** Milliseconds to wait after so many failures. */
export const backoff = (failures: number): number => Math.min(firstRetryMs * 2 ** failures, lastRetryMs);
