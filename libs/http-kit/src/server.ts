import { internalHeaders, limits, ProductError, type Problem } from '@kumbuka/contracts';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { runInContext } from './context.ts';
import { registerHealth } from './health.ts';
import type { Log } from './log.ts';
import { observeRequests } from './metrics.ts';
import { readTarget } from './request-target.ts';
import { matchesKey } from './shared-key.ts';

export interface ServerOptions {
  log: Log;
  /** Shared key of the processes; when set, every route but health and metrics needs it. */
  internalKey?: string;
  isReady: () => boolean;
  bodyLimit?: number;
  /** Proxies between the client and this process whose X-Forwarded-For is believed; 0 believes none. */
  proxyHops?: number;
}

const deepestJson = 32;
const requestIdPattern = /^[\w-]{8,64}$/;

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > deepestJson) return depth;
  return Math.max(depth, ...Object.values(value).map((inner) => depthOf(inner, depth + 1)));
}

/** JSON with an empty body allowed (clients send the header on every call) and nesting bounded. */
function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    void parse(request, body.toString(), (error, value: unknown) => {
      if (error) return done(new ProductError('VALIDATION', 400, 'The body is not valid JSON.'));
      if (depthOf(value) > deepestJson)
        return done(new ProductError('VALIDATION', 400, 'The body is nested too deeply.'));
      done(null, value);
    });
  });
}

const frameworkCodes: Record<number, [code: string, message: string]> = {
  400: ['VALIDATION', 'The request is not valid.'],
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  408: ['TIMEOUT', 'The request took too long to arrive.'],
  413: ['TOO_LARGE', 'The request is too large.'],
  414: ['TOO_LARGE', 'The address is too long.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.'],
};

/** The failure as its asker may see it; what is unexpected becomes INTERNAL without any detail. */
export function publicError(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  const status = error instanceof Error ? (error as Partial<FastifyError>).statusCode : undefined;
  const framework = status === undefined ? undefined : frameworkCodes[status];
  if (framework && status !== undefined) return new ProductError(framework[0], status, framework[1]);
  return new ProductError('INTERNAL', 500, 'Something went wrong. Please try again.');
}

export const problemOf = (error: ProductError, requestId: string): Problem => ({
  error: error.message,
  code: error.code,
  requestId,
  ...(error.details ? { details: error.details } : {}),
});

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const shown = publicError(error);
  if (shown.status >= 500) request.log.error({ err: error }, shown.code);
  if (shown.retryAfterSeconds !== undefined) reply.header('retry-after', shown.retryAfterSeconds);
  return reply.status(shown.status).send(problemOf(shown, request.id));
}

const openPaths = new Set(['/health/live', '/health/ready', '/metrics']);

function requireInternalKey(app: FastifyInstance, internalKey: string) {
  app.addHook('onRequest', async (request) => {
    if (openPaths.has(request.routeOptions.url ?? '')) return;
    if (!matchesKey(request.headers[internalHeaders.key], internalKey))
      throw new ProductError('FORBIDDEN', 403, 'This address is internal.');
  });
}

const sweepMs = 50;

/**
 * Ends kept-alive connections once their last answer is out. Fastify closes those that are idle when closing begins;
 * one that was busy then would hold the process until its keep-alive time is over.
 */
function closeConnectionsInTurn(app: FastifyInstance) {
  let closing = false;
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    closing = true;
    if (!app.server.listening) return;
    const sweep = setInterval(() => app.server.closeIdleConnections(), sweepMs);
    app.server.once('close', () => clearInterval(sweep));
    sweep.unref();
  });
}

/** What is refused before it is a request: it has no route, no hooks and no reply. */
const wireProblems: Record<string, [status: number, reason: string, code: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'TOO_LARGE', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'TIMEOUT', 'The request took too long to arrive.'],
};

function refuseOnTheWire(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const known = wireProblems[error.code ?? ''];
  const [status, reason, code, message] = known ?? [
    400,
    'Bad Request',
    'VALIDATION',
    'The request is not valid.',
  ];
  const body = JSON.stringify(problemOf(new ProductError(code, status, message), randomUUID()));
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

/**
 * Addresses that parsers read differently are refused before any of them is asked. The refusal is kept until a hook
 * can throw it, so that it is answered, counted and logged like every other one.
 */
function guardTargets() {
  const refusals = new WeakMap<IncomingMessage, ProductError>();
  return {
    rewriteUrl(request: IncomingMessage) {
      const read = readTarget(request.url ?? '');
      if ('target' in read) return read.target;
      refusals.set(request, read.problem);
      return '/';
    },
    refuse(app: FastifyInstance) {
      app.addHook('onRequest', (request, _reply, done) => done(refusals.get(request.raw)));
    },
  };
}

/** The router lets every part through that fits in the headers: `readTarget` has looked at it. */
const longestHeaders = 16 * 1024;

/** A Fastify server with health, metrics, request ids, one error shape and the limits of every process. */
export function createServer(options: ServerOptions): FastifyInstance {
  const targets = guardTargets();
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: options.bodyLimit ?? limits.bodyBytes,
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000 },
    clientErrorHandler: refuseOnTheWire,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    trustProxy: (_address, hop) => hop < (options.proxyHops ?? 0),
    rewriteUrl: targets.rewriteUrl,
    routerOptions: { maxParamLength: longestHeaders, ignoreTrailingSlash: false },
    genReqId: (request) => {
      const given = request.headers[internalHeaders.requestId];
      return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
    },
  }) as unknown as FastifyInstance;
  acceptJson(app);
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new ProductError('NOT_FOUND', 404, 'There is nothing at this address.'), request, reply),
  );
  app.addHook('onRequest', (request, _reply, done) => runInContext({ correlationId: request.id }, done));
  targets.refuse(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header(internalHeaders.requestId, request.id);
  });
  if (options.internalKey) requireInternalKey(app, options.internalKey);
  closeConnectionsInTurn(app);
  observeRequests(app);
  registerHealth(app, options.isReady);
  return app;
}
