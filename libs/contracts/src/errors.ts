import type { z } from 'zod';
import { entryOf, type ErrorName } from './error-catalogue.ts';
import { namedSentence, sentenceOf } from './sentences.ts';

export interface ProblemDetail {
  /** Field name in the terms of the validator. */
  path: string;
  message: string;
}

/** Usage of a learner's quota. */
export interface ProblemUsage {
  used: number;
  limit: number;
  remaining: number;
  /** As YYYY-MM. */
  month: string;
}

export interface ErrorDetails {
  details?: ProblemDetail[];
  usage?: ProblemUsage;
  /** Resource as it is now, as the response would show it. */
  current?: Record<string, unknown>;
  /** Seconds after which a retry may succeed. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** Error that may be shown to the caller, by its name in the catalogue. */
export class ProductError extends Error {
  /** Stable; clients distinguish errors by it. */
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  readonly details: ProblemDetail[] | undefined;
  /** Seconds after which a retry may succeed. */
  readonly retryAfterSeconds: number | undefined;
  readonly usage: ProblemUsage | undefined;
  readonly current: Record<string, unknown> | undefined;

  constructor(name: ErrorName, { details, retryAfterSeconds, usage, current, cause }: ErrorDetails = {}) {
    const { code, status, sentence } = entryOf(name);
    super(sentence, cause === undefined ? {} : { cause });
    this.name = new.target.name;
    this.code = code;
    this.status = status;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
    this.usage = usage;
    this.current = current;
  }
}

/** Lists the problem of each invalid field; the message describes the first. */
export class ValidationFailed extends ProductError {
  constructor(details: ProblemDetail[]) {
    super('VALIDATION', { details });
    const [first] = details;
    if (first) this.message = namedSentence(first.path, first.message);
  }
}

export class Unauthenticated extends ProductError {
  constructor() {
    super('UNAUTHENTICATED');
  }
}

export class Forbidden extends ProductError {
  constructor() {
    super('FORBIDDEN');
  }
}

export class RateLimited extends ProductError {
  constructor(retryAfterSeconds: number, name: ErrorName = 'RATE_LIMITED') {
    super(name, { retryAfterSeconds });
  }
}

const awaySeconds = 2;

/** A store or another process cannot be reached. */
export class Unavailable extends ProductError {
  constructor(cause?: unknown) {
    super('UNAVAILABLE', { retryAfterSeconds: awaySeconds, cause });
  }
}

export class DeckNotFound extends ProductError {
  constructor() {
    super('DECK_NOT_FOUND');
  }
}

export class FlashcardNotFound extends ProductError {
  constructor() {
    super('FLASHCARD_NOT_FOUND');
  }
}

const pathOf = (path: readonly PropertyKey[]) => path.map(String).join('.');

const shownProblems = 3;

/** Text for people: the first validation problems and the number of further ones. */
export function problemsOf({ issues }: z.ZodError): string {
  const problems = issues
    .slice(0, shownProblems)
    .map(({ path, message }) => (path.length === 0 ? message : `${pathOf(path)}: ${message}`));
  const more = issues.length > shownProblems ? `; and ${issues.length - shownProblems} more` : '';
  return problems.join('; ') + more;
}

/** Parses external input. Throws `ValidationFailed` with one detail per problem. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: sentenceOf });
  if (parsed.success) return parsed.data;
  throw new ValidationFailed(
    parsed.error.issues.map(({ path, message }) => ({ path: pathOf(path), message })),
  );
}
