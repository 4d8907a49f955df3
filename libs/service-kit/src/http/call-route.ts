import { internalHeaders } from '@kumbuka/contracts';
import {
  problemOf,
  publicError,
  readJson,
  textOfBody,
  type RouteRequest,
  type UpstreamResponse,
} from '@kumbuka/http-kit';
import { contextOfRequest, inSpan } from '@kumbuka/runtime';
import type { Served } from '@kumbuka/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { StoredResponse } from './idempotency-rows.ts';

/** Input of a route, from HTTP or from within the process; not validated yet. */
export interface RouteCall extends Pick<FastifyRequest, 'headers' | 'ip' | 'id'> {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Response before its caller is added. */
export interface MadeResponse extends StoredResponse {
  /** Headers of a file. */
  headers?: Record<string, string>;
}

export interface RouteResponse extends MadeResponse {
  /** Caller whose bearer token was verified; `null` without one. */
  served: Served | null;
  isVersioned: boolean;
}
export type RouteHandler = (call: RouteCall) => Promise<RouteResponse>;

/** Route as it is registered. */
export interface RegisteredRoute {
  /** Path in Fastify's syntax. */
  url: string;
  handler: RouteHandler;
}

const json = { 'content-type': 'application/json; charset=utf-8' };

const unsupported = () => Object.assign(new Error('No parser reads this type.'), { statusCode: 415 });

const isJson = (type: string | undefined) =>
  type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';

/** Body as the server would parse it from HTTP. */
function bodyOf({ route, headers, body }: RouteRequest): unknown {
  const type = headers['content-type'];
  if (route.method === 'GET' || (body === undefined && type === undefined)) return undefined;
  if (body instanceof Readable) return body;
  if (!isJson(type)) throw unsupported();
  return readJson(body ? textOfBody(body) : '');
}

function bodyToSend({ body }: RouteResponse): UpstreamResponse['body'] {
  if (body === undefined || body === null) return Buffer.alloc(0);
  return body instanceof Readable ? body : Buffer.from(JSON.stringify(body));
}

/** ETag of a body with a version. */
const versionHeaders = ({ isVersioned, body }: RouteResponse): Record<string, string> =>
  isVersioned && typeof body === 'object' && body !== null && 'version' in body
    ? { etag: `"${String(body.version)}"` }
    : {};

/** Headers with the verified caller, the version of the body and those of a file. */
export const responseHeaders = (response: RouteResponse): Record<string, string> => ({
  ...response.headers,
  ...callerHeaders(response),
  ...versionHeaders(response),
});

const callerHeaders = ({ served }: RouteResponse): Record<string, string> =>
  served
    ? { [internalHeaders.userId]: String(served.userId), [internalHeaders.sessionId]: served.sessionId }
    : {};

function upstreamResponseOf(response: RouteResponse): UpstreamResponse {
  const headers = responseHeaders(response);
  if (response.status === 204) return { status: 204, headers, body: Buffer.alloc(0) };
  return { status: response.status, headers: { ...json, ...headers }, body: bodyToSend(response) };
}

function errorResponse(app: FastifyInstance, error: unknown, requestId: string): UpstreamResponse {
  const shown = publicError(error);
  if (shown.status >= 500) app.log.error({ err: error, requestId }, shown.code);
  const { retryAfterSeconds: seconds, status } = shown;
  const retry = seconds === undefined ? {} : { 'retry-after': String(seconds) };
  const body = Buffer.from(JSON.stringify(problemOf(shown, requestId)));
  return { status, headers: { ...json, ...retry }, body };
}

/** Calls declared routes within the process, with the same responses, metrics and logs as over HTTP. */
export function callRouteOf(app: FastifyInstance, routes: ReadonlyMap<string, RegisteredRoute>) {
  async function respond(
    handler: RouteHandler,
    request: RouteRequest,
    id: string,
  ): Promise<UpstreamResponse> {
    const { params, query, headers } = request;
    const handle = async () => handler({ params, query, headers, body: bodyOf(request), id, ip: '' });
    return handle().then(upstreamResponseOf, (error: unknown) => errorResponse(app, error, id));
  }

  return async (request: RouteRequest): Promise<UpstreamResponse> => {
    const began = performance.now();
    const requestId = request.headers[internalHeaders.requestId] ?? '';
    const { method, operationId } = request.route;
    const registered = routes.get(operationId);
    if (!registered) throw new Error(`There is no route ${operationId}.`);
    const { url: route, handler } = registered;
    const span = { service: app.serviceName, kind: 'server', name: `${method} ${route}` } as const;
    const response = await inSpan(span, contextOfRequest(requestId, request.headers), () =>
      respond(handler, request, requestId),
    );
    const { status } = response;
    app.observeResponse({ requestId, method, route, status, ms: performance.now() - began });
    return response;
  };
}
