import { z } from 'zod';
import type { ErrorName } from '../error-catalogue.ts';
import type { ServiceName } from '../services.ts';

export type Owner = ServiceName;

/**
 * Declaration of one HTTP route: services implement it, the facade relays it, OpenAPI documents it. Paths use
 * `{name}` for parameters. Routes with `exposure: internal` are never relayed.
 */
export interface RestRoute {
  operationId: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  owner: Owner;
  exposure: 'public' | 'internal';
  summary: string;
  /**
   * Operators send the admin key or a token with the role admin; other callers are FORBIDDEN, never
   * unauthenticated.
   */
  access: 'anyone' | 'learner' | 'operator' | 'process';
  /** A token that expired is accepted, too, as long as its session can be renewed. */
  acceptsExpired?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The body is a file of at most so many bytes, `application/octet-stream`, which the handler reads as a stream. */
  uploadBytes?: number;
  /** Maximum body size, if it differs from the default. */
  bodyBytes?: number;
  /** Body of a success; absent for 204. */
  response?: z.ZodType;
  /** Media types of a success that is a file and no JSON. */
  file?: readonly string[];
  /** Default status of a success. */
  status: 200 | 201 | 202 | 204;
  /** Other statuses of a success, with the same body. */
  otherStatuses?: readonly (200 | 202)[];
  /**
   * For POST routes with an Idempotency-Key. `by-owner`: the response must not be stored, so the service
   * recreates it.
   */
  idempotent?: true | 'by-owner';
  /** A response with a body has an ETag, the version in it. PUT and DELETE compare the version with `If-Match`. */
  versioned?: true;
  /** Whether the request counts against the learner's writes per minute. */
  write?: boolean;
  /** Timeout in milliseconds, if it differs from the default. */
  timeoutMs?: number;
  /** Errors of this route besides the general ones. */
  errors?: readonly ErrorName[];
}

type Shape<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
/** Parsed parts of a request. */
export interface RouteInput<Route extends RestRoute> {
  params: Shape<Route['params']>;
  query: Shape<Route['query']>;
  body: Shape<Route['body']>;
}

/** Declares a route. A field that `RestRoute` does not have is a type error. */
export const defineRoute = <const Route extends RestRoute>(
  route: Route & Record<Exclude<keyof Route, keyof RestRoute>, never>,
): Route => route;
