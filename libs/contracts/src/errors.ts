import type { z } from 'zod';
import { namedSentence, sentenceOf } from './sentences.ts';

export interface ProblemDetail {
  path: string;
  message: string;
}

/** A failure that the asker may know of: `code` is stable, `message` is a sentence for a person. */
export class ProductError extends Error {
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  readonly details: ProblemDetail[] | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: string,
    status: number,
    message: string,
    more: { details?: ProblemDetail[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.status = status;
    this.details = more.details;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export class ValidationFailed extends ProductError {
  constructor(details: ProblemDetail[]) {
    const [first] = details;
    const message = first ? namedSentence(first.path, first.message) : 'The request is not valid.';
    super('VALIDATION', 400, message, { details });
  }
}

export class Unauthenticated extends ProductError {
  constructor(message = 'Please sign in.') {
    super('UNAUTHENTICATED', 401, message);
  }
}

export class Forbidden extends ProductError {
  constructor(message = 'You may not do this.') {
    super('FORBIDDEN', 403, message);
  }
}

export class RateLimited extends ProductError {
  constructor(retryAfterSeconds: number, message = 'Too many requests. Please wait a moment.') {
    super('RATE_LIMITED', 429, message, { retryAfterSeconds });
  }
}

export class Unavailable extends ProductError {
  constructor(
    message = 'The service is not available right now. Please try again in a moment.',
    retryAfterSeconds = 2,
  ) {
    super('UNAVAILABLE', 503, message, { retryAfterSeconds });
  }
}

const pathOf = (path: readonly PropertyKey[]) => path.map(String).join('.');

/** Parses what came from outside; throws ValidationFailed with one detail for each problem. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: sentenceOf });
  if (parsed.success) return parsed.data;
  throw new ValidationFailed(
    parsed.error.issues.map((issue) => ({ path: pathOf(issue.path), message: issue.message })),
  );
}
