import {
  acceptedLanguage,
  emptyFilters,
  Forbidden,
  limits,
  parseInput,
  Unauthenticated,
  ValidationFailed,
  type Language,
  type RestRoute,
  type RouteInput,
} from '@kumbuka/contracts';
import { createAdmission, inTurn, fastifyPath, ipOf, userAgentOf, type Admission } from '@kumbuka/http-kit';
import { bearerOf, type Identity, type Principal } from '@kumbuka/identity';
import { failSoonWhenLost } from '@kumbuka/event-bus';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Connection } from 'mongoose';
import { Readable } from 'node:stream';
import {
  callRouteOf,
  settledHeaders,
  type RouteCall,
  type Settle,
  type SettledResponse,
} from './call-route.ts';
import { countWrites } from './count-writes.ts';
import type { Idempotency } from './idempotency.ts';
import type { StoredResponse } from './idempotency-rows.ts';
import { asProductError } from '../stores/mongo.ts';
import { noneIfRefused, operatorOf, type Operator } from './operators.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Input of a handler: parsed request and caller. */
export interface RouteRequest<Route extends RestRoute> extends RouteInput<Route> {
  principal: Route['access'] extends 'learner' ? Principal : Principal | null;
  operator: Route['access'] extends 'operator' ? Operator : Operator | null;
  ip: string;
  /** User agent of the client. */
  userAgent: string;
  /** Language that the client accepts. */
  language: Language | null;
  requestId: string;
  /** For routes whose service handles retries itself. */
  idempotencyKey: string | null;
  /**
   * Consumes items from the caller's budget before the handler reads them, and waits for room among the caller's other
   * requests. Throws `RateLimited`.
   */
  read(items: number): Promise<void>;
  /** Version of `If-Match`; `null` without one. */
  expectedVersion: number | null;
}

const statusMark = Symbol('status');
interface WithStatus {
  [statusMark]: number;
  response: unknown;
}
/** Overrides the default status of a success. */
export const withStatus = (status: number, response: unknown): WithStatus => ({
  [statusMark]: status,
  response,
});
const hasStatus = (value: unknown): value is WithStatus =>
  typeof value === 'object' && value !== null && statusMark in value;

export interface HandledRoute {
  route: RestRoute;
  run(input: RouteRequest<RestRoute>): Promise<unknown>;
  view(result: unknown): unknown;
}

/**
 * Binds a declared route to its use-case and the view of the result; without a view the result is the body.
 */
export const handle = <Route extends RestRoute, Result>(
  route: Route,
  run: (input: RouteRequest<Route>) => Promise<Result>,
  view: (result: Result) => unknown = (result) => result,
): HandledRoute => ({ route, run, view });

export interface RouteOptions {
  /** Store that responses need; when it is lost during a request, the response is 503. */
  connection: Connection;
  routes: readonly HandledRoute[];
  identity: Identity;
  idempotency: Idempotency;
  rateLimiter: RateLimiter;
  /** Per account. */
  writesPerMinute?: number;
  /** Items per minute and account, counted in this process for reads and for writes separately. */
  readsPerMinute: number;
  /** Validates every response against its schema; for tests. */
  checkResponses?: boolean;
  /** Keys that identify operators. */
  operatorKeys?: readonly string[];
  /** Called for each rejected operator call. */
  onForbidden?(call: ForbiddenCall): void;
}

/** Call of an operator route by a caller who is no operator. */
export interface ForbiddenCall {
  /** `operationId` of the route, or the name of the field. */
  operation: string;
  ip: string;
  requestId: string;
}

/** Principal of a request; `null` without a bearer token. Throws `Unauthenticated` for an invalid one. */
export async function principalOfRequest(
  identity: Identity,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<Principal | null> {
  const header = request.headers.authorization;
  if (header === undefined) return null;
  const token = bearerOf(header);
  if (!token) throw new Unauthenticated();
  return identity.verify(token);
}

interface Caller {
  /** Requests of the same principal are serialised. */
  principal: Principal | null;
  operator: Operator | null;
}

async function callerOf(route: RestRoute, options: RouteOptions, call: RouteCall): Promise<Caller> {
  if (route.access === 'operator') return operatorCalling(route, options, call);
  if (route.access !== 'learner') return { principal: null, operator: null };
  const principal = await principalOfRequest(options.identity, call);
  if (!principal) throw new Unauthenticated();
  return { principal, operator: null };
}

async function operatorCalling(route: RestRoute, options: RouteOptions, call: RouteCall): Promise<Caller> {
  const { identity, operatorKeys, onForbidden } = options;
  const byKey = operatorOf(call, null, operatorKeys);
  if (byKey) return { principal: null, operator: byKey };
  const principal = await principalOfRequest(identity, call).catch(noneIfRefused);
  const operator = operatorOf(call, principal);
  if (operator) return { principal: null, operator };
  onForbidden?.({ operation: route.operationId, ip: ipOf(call), requestId: call.id });
  throw new Forbidden();
}

const withoutEmptyFilters = (query: unknown) =>
  Object.fromEntries(
    Object.entries(query ?? {}).filter(([name, value]) => value !== '' || !emptyFilters.has(name)),
  );

function parseParts(route: RestRoute, call: RouteCall): RouteInput<RestRoute> {
  if (!route.body && call.body !== undefined && route.method === 'GET')
    throw new ValidationFailed([{ path: '', message: 'This request takes no body.' }]);
  return {
    params: route.params && parseInput(route.params, call.params),
    query: route.query && parseInput(route.query, withoutEmptyFilters(call.query)),
    body: route.body && parseInput(route.body, call.body ?? {}),
  };
}

function settled(route: RestRoute, value: unknown): StoredResponse {
  return hasStatus(value)
    ? { status: value[statusMark], body: value.response }
    : { status: route.status, body: value };
}

function checked(route: RestRoute, stored: StoredResponse): StoredResponse {
  if (![route.status, ...(route.otherStatuses ?? [])].includes(stored.status as RestRoute['status']))
    throw new Error(`${route.operationId} does not declare the status ${stored.status}.`);
  if (route.response && !(stored.body instanceof Readable)) route.response.parse(stored.body);
  return stored;
}

/** Budget of callers who are no learners. */
const noLimit = async (_items: number): Promise<void> => undefined;

interface Settling extends RouteOptions {
  /** Separate for reads and writes, so that an export of a large deck does not hold up an answer. */
  admission: Admission;
}

/** Queues a learner's request behind their others; a streaming response keeps its place. */
async function inTurnOf(
  admission: Admission,
  { userId }: Principal,
  work: (read: (items: number) => Promise<void>) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const account = String(userId);
  await admission.count(account);
  const turn = await admission.enter(account);
  const read = async (items: number) => {
    await admission.count(account, Math.min(items, limits.operationItems));
    await turn.widen(items);
  };
  return inTurn(turn, () => work(read));
}

function keyIn({ headers }: RouteCall): string | null {
  const key = headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
}

const versionTag = /^(?:W\/)?"(\d{1,15})"$/;

function expectedVersionIn({ versioned, method }: RestRoute, { headers }: RouteCall): number | null {
  const tag = versioned && method === 'PUT' ? headers['if-match'] : undefined;
  if (tag === undefined || tag === '*') return null;
  const [, version] = versionTag.exec(tag) ?? [];
  if (version === undefined)
    throw new ValidationFailed([{ path: 'If-Match', message: 'Must be one ETag of this resource, or *.' }]);
  return Number(version);
}

/**
 * Handles a route: authentication, limits, Idempotency-Key, parsing, handler, status. Throws `ProductError`.
 */
function settleBy({ route, run, view }: HandledRoute, options: Settling): Settle {
  const inputOf = (call: RouteCall, caller: Caller, read: typeof noLimit) => ({
    ...parseParts(route, call),
    ...caller,
    ip: ipOf(call),
    userAgent: userAgentOf(call),
    language: acceptedLanguage(call.headers['accept-language']),
    requestId: call.id,
    idempotencyKey: keyIn(call),
    read,
    expectedVersion: expectedVersionIn(route, call),
  });
  const responseOf = (result: unknown): StoredResponse => {
    const response = settled(route, view(result));
    return options.checkResponses ? checked(route, response) : response;
  };

  async function response(call: RouteCall, by: Caller, read = noLimit) {
    const { principal } = by;
    if (route.write && principal)
      await countWrites(options.rateLimiter, principal.userId, options.writesPerMinute);
    const key = route.idempotent === true ? keyIn(call) : null;
    const work = async () => run(inputOf(call, by, read));
    if (key === null) return responseOf(await work());
    const caller = principal?.userId ?? ipOf(call);
    const repeatable = { operation: route.operationId, caller, key, body: [call.params, call.body] };
    return options.idempotency.once(repeatable, work, responseOf);
  }

  return async (call) => {
    try {
      const by = await callerOf(route, options, call);
      const { principal } = by;
      const { connection, admission } = options;
      const work = (read = noLimit) => failSoonWhenLost(connection, () => response(call, by, read));
      const isVersioned = route.versioned === true;
      if (!principal) return { ...(await work()), served: null, isVersioned };
      return { ...(await inTurnOf(admission, principal, work)), served: principal, isVersioned };
    } catch (error) {
      throw asProductError(error);
    }
  };
}

function send(reply: FastifyReply, response: SettledResponse) {
  const { status, body } = response;
  reply.headers(settledHeaders(response));
  if (body instanceof Readable) reply.type('application/json; charset=utf-8');
  return status === 204 ? reply.status(204).send() : reply.status(status).send(body);
}

/** Registers declared routes, for HTTP and for callers within the process. */
export function registerRoutes(app: FastifyInstance, options: RouteOptions) {
  // The facade delays refusals: here each would hold one of its connections, which all callers share.
  const admissionOptions = { itemsPerMinute: options.readsPerMinute, holdMs: 0 };
  const [reads, writes] = [createAdmission(admissionOptions), createAdmission(admissionOptions)];
  const settles = new Map<string, Settle>();
  for (const handled of options.routes) {
    const { method, path, bodyBytes, operationId } = handled.route;
    const settle = settleBy(handled, { ...options, admission: method === 'GET' ? reads : writes });
    settles.set(operationId, settle);
    app.route({
      method,
      url: fastifyPath(path),
      ...(bodyBytes === undefined ? {} : { bodyLimit: bodyBytes }),
      handler: async (request, reply) => send(reply, await settle(request)),
    });
  }
  app.decorate('callRoute', callRouteOf(app, settles));
}
