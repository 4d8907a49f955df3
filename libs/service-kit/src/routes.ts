import {
  internalHeaders,
  parseInput,
  Unauthenticated,
  ValidationFailed,
  type RestRoute,
  type RouteInput,
} from '@kumbuka/contracts';
import { createAdmission, fastifyPath, ipOf, type Admission } from '@kumbuka/http-kit';
import { bearerOf, type Identity, type Principal } from '@kumbuka/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { countWrites } from './count-writes.ts';
import type { Idempotency, StoredAnswer } from './idempotency.ts';
import { asProductError } from './mongo.ts';
import type { RateLimiter } from './rate-limit.ts';

/** What a handler gets: parsed parts, and who asks. */
export interface RouteRequest<Route extends RestRoute> extends RouteInput<Route> {
  principal: Route['access'] extends 'learner' ? Principal : Principal | null;
  ip: string;
  requestId: string;
}

const statusMark = Symbol('status');
interface WithStatus {
  [statusMark]: number;
  answer: unknown;
}
/** Overrides the usual status of a success. */
export const withStatus = (status: number, answer: unknown): WithStatus => ({ [statusMark]: status, answer });
const hasStatus = (value: unknown): value is WithStatus =>
  typeof value === 'object' && value !== null && statusMark in value;

export interface HandledRoute {
  route: RestRoute;
  run(input: RouteRequest<RestRoute>): Promise<unknown>;
  view(result: unknown): unknown;
  /** Items that it reads; as many as an account may read at once make it the only one. */
  reads?(input: RouteInput<RestRoute>): number;
}

/** Binds a declared route to the use-case that it calls and to the view of its result; without a view it is the body. */
export const handle = <Route extends RestRoute, Result>(
  route: Route,
  run: (input: RouteRequest<Route>) => Promise<Result>,
  view: (result: Result) => unknown = (result) => result,
): HandledRoute => ({ route, run, view });

/** The same for a route that reads many items, counted before it runs. */
export const handleReads = <Route extends RestRoute, Result>(
  route: Route,
  reads: (input: RouteInput<Route>) => number,
  run: (input: RouteRequest<Route>) => Promise<Result>,
  view: (result: Result) => unknown = (result) => result,
): HandledRoute => ({ route, run, view, reads });

export interface RouteOptions {
  routes: readonly HandledRoute[];
  identity: Identity;
  idempotency: Idempotency;
  rateLimiter: RateLimiter;
  /** Writes a minute and account. */
  writesPerMinute?: number;
  /** Items a minute and account, counted in this process. */
  readsPerMinute?: number;
  /** Checks every answer against its schema; for tests. */
  checkAnswers?: boolean;
}

/** The principal of a request; null without a bearer, Unauthenticated with a bad one. */
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

async function askerOf(route: RestRoute, options: RouteOptions, request: FastifyRequest) {
  if (route.access !== 'learner') return null;
  const principal = await principalOfRequest(options.identity, request);
  if (!principal) throw new Unauthenticated();
  return principal;
}

function parseParts(route: RestRoute, request: FastifyRequest): RouteInput<RestRoute> {
  if (!route.body && request.body !== undefined && route.method === 'GET')
    throw new ValidationFailed([{ path: '', message: 'This request takes no body.' }]);
  return {
    params: route.params && parseInput(route.params, request.params),
    query: route.query && parseInput(route.query, request.query),
    body: route.body && parseInput(route.body, request.body ?? {}),
  };
}

function settled(route: RestRoute, value: unknown): StoredAnswer {
  return hasStatus(value)
    ? { status: value[statusMark], body: value.answer }
    : { status: route.status, body: value };
}

function checked(route: RestRoute, stored: StoredAnswer): StoredAnswer {
  if (route.answer && !(stored.body instanceof Readable)) route.answer.parse(stored.body);
  return stored;
}

function send(reply: FastifyReply, { status, body }: StoredAnswer) {
  if (body instanceof Readable) reply.type('application/json; charset=utf-8');
  return status === 204 ? reply.status(204).send() : reply.status(status).send(body);
}

/** What somebody reads who is no learner. */
const noLimit = async (_items: number): Promise<void> => undefined;

function throwAsProductError(error: unknown): never {
  throw asProductError(error);
}

interface Registering extends RouteOptions {
  admission: Admission;
}

/** Runs a learner's request among their others; a list that is still being written keeps its place. */
async function inTurn(
  admission: Admission,
  { userId }: Principal,
  work: (read: (items: number) => Promise<void>) => Promise<StoredAnswer>,
): Promise<StoredAnswer> {
  const account = String(userId);
  await admission.count(account);
  const turn = await admission.enter(account);
  const read = async (items: number) => {
    await admission.count(account, items);
    await turn.widen(items);
  };
  let streamed = false;
  try {
    const answer = await work(read);
    if (answer.body instanceof Readable) {
      streamed = true;
      answer.body.once('close', turn.end);
    }
    return answer;
  } finally {
    if (!streamed) turn.end();
  }
}

function register(app: FastifyInstance, { route, run, view, reads }: HandledRoute, options: Registering) {
  const inputOf = (request: FastifyRequest, principal: Principal | null) => ({
    ...parseParts(route, request),
    principal,
    ip: ipOf(request),
    requestId: request.id,
  });
  const answerOf = (result: unknown): StoredAnswer => {
    const answer = settled(route, view(result));
    return options.checkAnswers ? checked(route, answer) : answer;
  };

  async function answer(request: FastifyRequest, principal: Principal | null, read = noLimit) {
    if (route.write && principal)
      await countWrites(options.rateLimiter, principal.userId, options.writesPerMinute);
    const key = route.idempotent ? request.headers['idempotency-key'] : undefined;
    const work = async () => {
      const input = inputOf(request, principal);
      if (reads) await read(reads(input));
      return run(input);
    };
    if (typeof key !== 'string') return answerOf(await work());
    const asker = principal?.userId ?? ipOf(request);
    const asked = { operation: route.operationId, asker, key, body: [request.params, request.body] };
    return options.idempotency.once(asked, work, answerOf);
  }

  async function settle(request: FastifyRequest, reply: FastifyReply): Promise<StoredAnswer> {
    const principal = await askerOf(route, options, request);
    if (!principal) return answer(request, null);
    reply.header(internalHeaders.userId, principal.userId);
    return inTurn(options.admission, principal, (read) => answer(request, principal, read));
  }

  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    ...(route.bodyBytes === undefined ? {} : { bodyLimit: route.bodyBytes }),
    handler: async (request, reply) => send(reply, await settle(request, reply).catch(throwAsProductError)),
  });
}

const readsPerMinuteDefault = 200_000;

/** Registers declared routes: who asks, limits, Idempotency-Key, parsing, handler, status. */
export function registerRoutes(app: FastifyInstance, options: RouteOptions) {
  const admission = createAdmission({ itemsPerMinute: options.readsPerMinute ?? readsPerMinuteDefault });
  for (const route of options.routes) register(app, route, { ...options, admission });
}
