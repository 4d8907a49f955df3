import { internalHeaders, limits, ProductError, serverTimeHeader, type ErrorName } from '@kumbuka/contracts';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import {
  contextOfRequest,
  openSpan,
  runInContext,
  serviceOf,
  type Log,
  type OpenSpan,
} from '@kumbuka/runtime';
import { encodingProblem, textOfBody } from './body-encoding.ts';
import { registerHealth } from './health.ts';
import { drainConnections, drainTimes, type DrainTimes } from './kept-alive.ts';
import { respondToUnknownPaths } from './unknown-paths.ts';
import { destroyStalledConnections, stallTimes, type StallTimes } from './stalled-connections.ts';
import { observeRequests } from './metrics.ts';
import { problemOf, publicError } from './problems.ts';
import { readJson } from './read-json.ts';
import { readTarget } from './request-target.ts';
import { matchesKey } from './shared-key.ts';

// An import of the module also loads `fetch`, which takes tens of milliseconds of every start.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

export interface ServerOptions {
  log: Log;
  /**
   * Keys of the processes; all routes except health and metrics require one. A server without keys is an edge.
   */
  internalKeys?: readonly string[];
  /** Key of `/metrics`; without it the route is closed. */
  metricsKey?: string | undefined;
  isReady: () => boolean;
  /** By default the process counts as alive while it responds. */
  isAlive?: () => boolean;
  bodyLimit?: number;
  /** Number of trusted proxies whose X-Forwarded-For is used; 0 for none. */
  proxyHops?: number;
  /** Time limits of connections while the server closes; tests shorten them. */
  closing?: Partial<DrainTimes & StallTimes>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Service name of spans and logs. */
    serviceName: string;
    /** Whether all dependencies are available, as `/health/ready` responds. */
    isReady: () => boolean;
  }
}

const requestIdPattern = /^[\w-]{8,64}$/;

function acceptJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => readJson(textOfBody(body)),
  );
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const shown = publicError(error);
  if (shown.status >= 500) request.log.error({ err: error }, shown.code);
  if (shown.retryAfterSeconds !== undefined) reply.header('retry-after', shown.retryAfterSeconds);
  return reply.status(shown.status).send(problemOf(shown, request.id));
}

const healthPaths = new Set(['/health/live', '/health/ready']);
const metricsPath = '/metrics';

const bearerOf = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  authorization?.replace(/^Bearer /i, '');

/** Requires the metrics key for `/metrics`, none for health, and a key of the processes for all other routes. */
function requireKeys(app: FastifyInstance, { internalKeys, metricsKey }: ServerOptions) {
  const isAllowed = ({ headers, routeOptions }: FastifyRequest): boolean => {
    const path = routeOptions.url ?? '';
    if (path === metricsPath) return metricsKey !== undefined && matchesKey(bearerOf(headers), metricsKey);
    if (internalKeys === undefined || healthPaths.has(path)) return true;
    return internalKeys.some((key) => matchesKey(headers[internalHeaders.key], key));
  };
  app.addHook('onRequest', (request, _reply, done) =>
    done(isAllowed(request) ? undefined : new ProductError('ADDRESS_INTERNAL')),
  );
}

const withoutBody = new Set(['GET', 'HEAD', 'OPTIONS']);

function rejectEncodings(app: FastifyInstance) {
  app.addHook('onRequest', ({ method, headers }, _reply, done) =>
    done((withoutBody.has(method) ? null : encodingProblem(headers)) ?? undefined),
  );
}

/** Errors of malformed HTTP, for which Fastify creates no request and runs no hooks. */
const malformedRequestErrors: Record<string, ErrorName> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'TIMEOUT',
};

function rejectMalformedRequest(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const rejection = new ProductError(malformedRequestErrors[error.code ?? ''] ?? 'VALIDATION');
  const body = JSON.stringify(problemOf(rejection, randomUUID()));
  const head = [
    `HTTP/1.1 ${rejection.status} ${STATUS_CODES[rejection.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(error);
}

/**
 * Rejects addresses that parsers interpret differently, before any parser reads them. A hook throws the error later,
 * so that it is counted and logged like others.
 */
function guardTargets() {
  const rejections = new WeakMap<IncomingMessage, ProductError>();
  return {
    rewriteUrl(request: IncomingMessage) {
      const read = readTarget(request.url ?? '');
      if ('target' in read) return read.target;
      rejections.set(request, read.problem);
      return '/';
    },
    reject(app: FastifyInstance) {
      app.addHook('onRequest', (request, _reply, done) => done(rejections.get(request.raw)));
    },
  };
}

/** Runs every request in its context and, except for probes and scrapers, in a span. */
function traceRequests(app: FastifyInstance) {
  const { serviceName: service } = app;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const context = contextOfRequest(request.id, request.headers);
    const { url: route = 'unknown' } = request.routeOptions;
    if (healthPaths.has(route) || route === metricsPath) return runInContext(context, done);
    const span = openSpan({ service, kind: 'server', name: `${request.method} ${route}` }, context);
    if (!span) return runInContext(context, done);
    spans.set(request, span);
    return runInContext(span.context, done);
  });
  app.addHook('onResponse', (request, { statusCode: status }, done) => {
    const attributes = {
      'http.request.method': request.method,
      'http.response.status_code': status,
      'kumbuka.request_id': request.id,
    };
    spans.get(request)?.end({ hasFailed: status >= 500, attributes });
    done();
  });
}

/** Limit of a path segment in the router, never reached: `readTarget` has already checked the length. */
const maxSegmentLength = 16 * 1024;

/** Fastify server with health, metrics, request ids, one error format and common limits. */
export function createServer(options: ServerOptions): FastifyInstance {
  const targets = guardTargets();
  const loggerInstance: FastifyBaseLogger = options.log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger would repeat the request id, which every line has from its context.
    childLoggerFactory: (logger) => logger,
    bodyLimit: options.bodyLimit ?? limits.bodyBytes,
    requestTimeout: 30_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: rejectMalformedRequest,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Requests on kept-alive connections are still served; new connections are not.
    return503OnClosing: false,
    trustProxy: (_address, hop) => hop < (options.proxyHops ?? 0),
    rewriteUrl: targets.rewriteUrl,
    routerOptions: { maxParamLength: maxSegmentLength, ignoreTrailingSlash: false },
    genReqId: (request) => {
      const received = request.headers[internalHeaders.requestId];
      return typeof received === 'string' && requestIdPattern.test(received) ? received : randomUUID();
    },
  });
  acceptJson(app);
  app.setErrorHandler(sendProblem);
  respondToUnknownPaths(app, sendProblem);
  app.decorate('serviceName', serviceOf(options.log));
  app.decorate('isReady', options.isReady);
  traceRequests(app);
  targets.reject(app);
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header(internalHeaders.requestId, request.id);
    reply.header(serverTimeHeader, new Date().toISOString());
    done(null, payload);
  });
  requireKeys(app, options);
  rejectEncodings(app);
  destroyStalledConnections(app, { ...stallTimes, ...options.closing });
  drainConnections(app, { ...drainTimes, ...options.closing });
  observeRequests(app);
  registerHealth(app, options.isReady, options.isAlive ?? (() => true));
  return app;
}
