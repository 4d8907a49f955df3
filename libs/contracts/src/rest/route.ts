import { z } from 'zod';
import type { ErrorName } from '../error-catalogue.ts';
import type { ServiceName } from '../services.ts';

export type Owner = ServiceName;

/**
 * One HTTP route of the product, declared once: services answer it, the facade relays it, OpenAPI prints it.
 * Paths use `{name}` for parameters. `exposure: internal` routes are never relayed to the outside.
 */
export interface RestRoute {
  operationId: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  owner: Owner;
  exposure: 'public' | 'internal';
  summary: string;
  /** Operators show the admin key or a bearer with the role admin; whoever does not is FORBIDDEN, never unauthenticated. */
  access: 'anyone' | 'learner' | 'operator' | 'process';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Where a body may be longer than others. */
  bodyBytes?: number;
  /** The body of a success; absent for 204. */
  answer?: z.ZodType;
  /** The usual status of a success. */
  status: 200 | 201 | 202 | 204;
  /** For POST routes that take an Idempotency-Key. `by-owner`: an answer that must not be kept is made anew by its owner. */
  idempotent?: true | 'by-owner';
  /** True where the attempt counts against the learner's writes a minute. */
  write?: boolean;
  /** Milliseconds that its answer may take where that is more than of others. */
  answerMs?: number;
  /** Errors that this route adds to the general ones. */
  errors?: readonly ErrorName[];
}

type Shape<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
/** The parsed parts of a request for a route. */
export interface RouteInput<Route extends RestRoute> {
  params: Shape<Route['params']>;
  query: Shape<Route['query']>;
  body: Shape<Route['body']>;
}

export const defineRoute = <const Route extends RestRoute>(route: Route): Route => route;
