import { t } from '@lingui/core/macro';
import { errorCatalogue, nameOfCode, type ErrorEntry } from '@kumbuka/contracts/error-catalogue';
import { serverNow } from '../browser/server-clock.ts';

/** The network removes the header with the token from what this page sends. */
export class SignInRemoved extends Error {}

interface ParsedError {
  code: string | null;
  message: string | null;
  /** The resource as it is now, of a VERSION_CONFLICT. */
  current?: unknown;
}

interface ErrorBody {
  errors?: {
    message?: unknown;
    extensions?: { code?: unknown; current?: unknown; retryAfterSeconds?: unknown };
  }[];
}

/** Errors in a response of GraphQL; the shape of Apollo's `CombinedGraphQLErrors`, which pages without Apollo throw as well. */
interface GraphqlErrors extends Error {
  errors: readonly NonNullable<ErrorBody['errors']>[number][];
}
const isGraphqlErrors = (error: unknown): error is GraphqlErrors =>
  error instanceof Error && error.name === 'CombinedGraphQLErrors' && 'errors' in error;

/** A response that is none of GraphQL; the shape of Apollo's `ServerError`. */
interface ServerError extends Error {
  statusCode: number;
  bodyText: string;
  response: Response;
}
const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && error.name === 'ServerError' && 'bodyText' in error;

const unparsed: ParsedError = { code: null, message: null };

function firstOf(body: ErrorBody): ParsedError {
  const [first] = body.errors ?? [];
  if (!first) return unparsed;
  const code = first.extensions?.code;
  return {
    code: typeof code === 'string' ? code : null,
    message: typeof first.message === 'string' ? first.message : null,
    current: first.extensions?.current,
  };
}

function parsed(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

function fromServer(error: ServerError): ParsedError {
  const parsedError = firstOf(parsed(error.bodyText));
  if (error.statusCode === 401) return { ...parsedError, code: 'UNAUTHENTICATED' };
  return parsedError;
}

function parse(error: unknown): ParsedError {
  if (isGraphqlErrors(error)) return firstOf({ errors: [...error.errors] });
  if (isServerError(error)) return fromServer(error);
  return unparsed;
}

/** Returns `extensions.code`; `null` for an error without one, such as a lost connection. */
export function errorCode(error: unknown): string | null {
  return parse(error).code;
}

/** The resource as it was saved meanwhile; `null` for every other error. */
export function conflictOf(error: unknown): unknown {
  const { code, current } = parse(error);
  return code === 'VERSION_CONFLICT' ? (current ?? null) : null;
}

const secondMs = 1000;

/** Milliseconds for which the server, or a proxy for it, asked to wait; 0 when it did not. */
export function retryAfterOf(error: unknown): number {
  const asked = askedOf(error);
  const seconds = Number(asked);
  const ms = Number.isNaN(seconds) ? Date.parse(String(asked)) - serverNow() : seconds * secondMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** A number of seconds or a date. */
function askedOf(error: unknown): unknown {
  if (isGraphqlErrors(error)) return error.errors[0]?.extensions?.retryAfterSeconds ?? 0;
  return isServerError(error) ? (error.response.headers.get('retry-after') ?? 0) : 0;
}

const unavailableStatuses = new Set([502, 503, 504]);

/** True when no service responded, because the network, a proxy or the gateway could not reach it in time. */
export function hasNoResponse(error: unknown): boolean {
  if (isServerError(error)) return unavailableStatuses.has(error.statusCode);
  if (error instanceof DOMException) return error.name === 'TimeoutError';
  return error instanceof TypeError || errorCode(error) === 'UNAVAILABLE';
}

function entryOfError(error: unknown): ErrorEntry | null {
  const name = nameOfCode(errorCode(error) ?? '');
  return name && errorCatalogue[name];
}

/** Returns the server's message if it is meant for users, else `fallback`. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof SignInRemoved)
    return t`This network seems to remove your sign-in from what this page sends. Try another network.`;
  const { code, message } = parse(error);
  return code !== null && message && !entryOfError(error)?.forDevelopers ? message : fallback;
}

/** Whether the same request may succeed later, because the network, a store or a limit caused the failure. */
export function isTransient(error: unknown): boolean {
  return errorCode(error) === null || entryOfError(error)?.passing === true;
}
