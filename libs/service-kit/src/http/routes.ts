import { acceptedLanguage, limits, type Language, type RestRoute, type RouteInput } from '@kumbuka/contracts';
import { failSoonWhenLost } from '@kumbuka/event-bus';
import {
  burstOfWrites,
  createAdmission,
  fastifyPath,
  inTurn,
  ipOf,
  userAgentOf,
  type Admission,
} from '@kumbuka/http-kit';
import type { Principal } from '@kumbuka/identity';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Connection } from 'mongoose';
import { Readable } from 'node:stream';
import { asProductError } from '../stores/as-product-error.ts';
import {
  callRouteOf,
  responseHeaders,
  type MadeResponse,
  type RegisteredRoute,
  type RouteCall,
  type RouteHandler,
  type RouteResponse,
} from './call-route.ts';
import { countWrites } from './count-writes.ts';
import type { Idempotency } from './idempotency.ts';
import type { StoredResponse } from './idempotency-rows.ts';
import type { Operator } from './operators.ts';
import type { RateLimiter } from './rate-limit.ts';
import { callerOf, type Caller, type CallerOptions } from './route-caller.ts';
import { expectedVersionIn, keyIn, parseParts, uploadIn, uploadType } from './route-input.ts';

/** File that a client sends. */
export interface Upload {
  bytes: number;
  content: AsyncIterable<Uint8Array>;
}

/** Input of a handler: parsed request and caller. */
export interface RouteRequest<Route extends RestRoute> extends RouteInput<Route> {
  principal: Route['access'] extends 'learner' ? Principal : Principal | null;
  /** The file in the body of a route with `uploadBytes`, and its length. */
  upload: Route['uploadBytes'] extends number ? Upload : Upload | null;
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

const fileMark = Symbol('file');
/** Content of a response that is saved as a file. */
export interface FileContent {
  name: string;
  mediaType: string;
  content: NodeJS.ReadableStream;
}
interface WithFile {
  [fileMark]: FileContent;
}
/** Sends a file that browsers save under its name. */
export const asFile = (file: FileContent): WithFile => ({ [fileMark]: file });
const hasFile = (value: unknown): value is WithFile =>
  typeof value === 'object' && value !== null && fileMark in value;

/** Headers of a file, whose name may have any characters. */
const fileHeaders = ({ name, mediaType }: FileContent): Record<string, string> => {
  const plain = name.replaceAll(/[^\w. -]+/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return {
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${whole}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
};

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

export interface RouteOptions extends CallerOptions {
  /** Store that responses need; when it is lost during a request, the response is 503. */
  connection: Connection;
  routes: readonly HandledRoute[];
  idempotency: Idempotency;
  rateLimiter: RateLimiter;
  /** Per account. */
  writesPerMinute?: number;
  /** Items per minute and account, counted in this process for reads and for writes separately. */
  readsPerMinute: number;
  /** Validates every response against its schema; for tests. */
  checkResponses?: boolean;
}

function responseWithStatus(route: RestRoute, value: unknown): MadeResponse {
  if (hasFile(value)) {
    const file = value[fileMark];
    return { status: route.status, body: file.content, headers: fileHeaders(file) };
  }
  return hasStatus(value)
    ? { status: value[statusMark], body: value.response }
    : { status: route.status, body: value };
}

/** Throws when a response breaks the declaration of its route. */
function assertDeclared(route: RestRoute, { status, body }: StoredResponse): void {
  if (![route.status, ...(route.otherStatuses ?? [])].includes(status as RestRoute['status']))
    throw new Error(`${route.operationId} does not declare the status ${status}.`);
  if (route.response && !(body instanceof Readable)) route.response.parse(body);
}

/** Used for callers without a budget: anonymous ones and operators. */
const noLimit = async (_items: number): Promise<void> => undefined;

interface HandlerOptions extends RouteOptions {
  /** Separate for reads and writes, so that an export of a large deck does not delay an answer. */
  admission: Admission;
}

/** Queues a request behind the other requests of its learner. A streamed response occupies its turn until it ends. */
async function inTurnOf(
  admission: Admission,
  { userId }: Principal,
  work: (read: (items: number) => Promise<void>) => Promise<MadeResponse>,
): Promise<MadeResponse> {
  const account = String(userId);
  await admission.consume(account);
  const turn = await admission.enter(account);
  const read = async (items: number) => {
    await admission.consume(account, Math.min(items, limits.operationItems));
    await turn.widen(items);
  };
  return inTurn(turn, () => work(read));
}

/**
 * Returns the handler of a route: authentication, limits, Idempotency-Key, parsing, use-case, status. It throws
 * `ProductError`.
 */
function createHandler({ route, run, view }: HandledRoute, options: HandlerOptions): RouteHandler {
  const inputOf = (call: RouteCall, caller: Caller, read: typeof noLimit) => ({
    ...parseParts(route, call),
    ...caller,
    upload: uploadIn(route, call),
    ip: ipOf(call),
    userAgent: userAgentOf(call),
    language: acceptedLanguage(call.headers['accept-language']),
    requestId: call.id,
    idempotencyKey: keyIn(call),
    read,
    expectedVersion: expectedVersionIn(route, call),
  });
  const responseOf = (result: unknown): MadeResponse => {
    const response = responseWithStatus(route, view(result));
    if (options.checkResponses) assertDeclared(route, response);
    return response;
  };

  async function respond(call: RouteCall, caller: Caller, read = noLimit): Promise<MadeResponse> {
    const { principal } = caller;
    if (route.write && principal)
      await countWrites(options.rateLimiter, principal.userId, options.writesPerMinute);
    const key = route.idempotent === true ? keyIn(call) : null;
    const work = async () => run(inputOf(call, caller, read));
    if (key === null) return responseOf(await work());
    const body = [call.params, call.body];
    const request = { operation: route.operationId, caller: principal?.userId ?? ipOf(call), key, body };
    return options.idempotency.once(request, work, responseOf);
  }

  return async (call) => {
    try {
      const caller = await callerOf(route, options, call);
      const { principal } = caller;
      const { connection, admission } = options;
      const work = (read = noLimit) => failSoonWhenLost(connection, () => respond(call, caller, read));
      const isVersioned = route.versioned === true;
      if (!principal) return { ...(await work()), served: null, isVersioned };
      return { ...(await inTurnOf(admission, principal, work)), served: principal, isVersioned };
    } catch (error) {
      throw asProductError(error);
    }
  };
}

function send(reply: FastifyReply, response: RouteResponse) {
  const { status, body } = response;
  if (body instanceof Readable) reply.type('application/json; charset=utf-8');
  reply.headers(responseHeaders(response));
  return status === 204 ? reply.status(204).send() : reply.status(status).send(body);
}

/** Registers declared routes, for HTTP and for callers within the process. */
export function registerRoutes(app: FastifyInstance, options: RouteOptions) {
  // The facade delays rejections; a delay here would occupy one of its connections, which all callers share.
  const admissionOptions = { itemsPerMinute: options.readsPerMinute, holdMs: 0 };
  const reads = createAdmission(admissionOptions);
  const writes = createAdmission({ ...admissionOptions, burst: burstOfWrites });
  const routes = new Map<string, RegisteredRoute>();
  if (options.routes.some(({ route }) => route.uploadBytes !== undefined))
    app.addContentTypeParser(uploadType, (_request, content, done) => done(null, content));
  for (const handled of options.routes) {
    const { method, path, bodyBytes, operationId } = handled.route;
    const handler = createHandler(handled, { ...options, admission: method === 'GET' ? reads : writes });
    const url = fastifyPath(path);
    routes.set(operationId, { url, handler });
    app.route({
      method,
      url,
      ...(bodyBytes === undefined ? {} : { bodyLimit: bodyBytes }),
      handler: async (request, reply) => send(reply, await handler(request)),
    });
  }
  app.decorate('callRoute', callRouteOf(app, routes));
}
