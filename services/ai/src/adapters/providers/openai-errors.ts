import { APIConnectionError, APIError } from 'openai';
import { z } from 'zod';
import { GenerationFailed } from '../../domain/errors.ts';
import { OutputInvalid } from './card-scanner.ts';

const pauseMs = 500;
const longestPauseMs = 3_000;

/** Invalid output. A learner's text can cause it, so it does not open the breaker. */
export const isInvalidOutput = (error: unknown): boolean =>
  error instanceof OutputInvalid || error instanceof z.ZodError || error instanceof SyntaxError;

/** Failure of the server, which other requests would meet too. */
export const isServerFailure = (error: unknown): boolean =>
  error instanceof APIConnectionError ||
  (error instanceof APIError && error.status !== undefined && error.status !== 400) ||
  (error instanceof GenerationFailed && error.failure === 'GENERATION_TIMEOUT');

/** Whether a second, stricter attempt may succeed. */
export const isRetryable = (error: unknown): boolean =>
  isInvalidOutput(error) ||
  error instanceof APIConnectionError ||
  (error instanceof APIError &&
    (error.status === undefined || error.status === 429 || error.status >= 500 || error.status === 400));

/** Milliseconds before the second attempt: those of `Retry-After`, within limits. */
export function pauseAfter(error: unknown): number {
  const seconds = error instanceof APIError ? Number(error.headers?.get('retry-after') ?? Number.NaN) : 0;
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, longestPauseMs) : pauseMs;
}

/** Details for the log. Only codes: messages of the provider may contain the key or a learner's text. */
export const detailsOf = (error: unknown) => ({
  error: error instanceof Error ? error.name : typeof error,
  ...(error instanceof APIError && {
    status: error.status,
    code: error.code,
    providerRequestId: error.requestID,
  }),
  ...(error instanceof OutputInvalid && { reason: error.message }),
});
