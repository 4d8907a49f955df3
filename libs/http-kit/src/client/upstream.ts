import { internalHeaders, type RestRoute } from '@kumbuka/contracts';
import type { FastifyInstance } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { traceHeaders } from '@kumbuka/runtime';
import { Pool, type Dispatcher } from 'undici';
import { keptAlive } from '../server/kept-alive.ts';
import { createLivenessProbe } from './liveness-probe.ts';

/** Declared route with its values. Input of clients is always a value, never a part of the path. */
export interface RouteRequest {
  route: Pick<RestRoute, 'method' | 'path' | 'operationId' | 'timeoutMs'>;
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
  /** A stream for a file. */
  body?: Buffer | Readable | undefined;
}

export interface UpstreamResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** A stream for unpaged lists: the caller must forward, read or destroy it. */
  body: Buffer | Readable;
}

/** Reads the whole body. */
export const textOf = async ({ body }: Pick<UpstreamResponse, 'body'>): Promise<string> =>
  body instanceof Readable ? text(body) : body.toString();

export interface SubgraphRequest {
  query: string;
  variables: Record<string, unknown>;
  headers: Record<string, string>;
}

export interface SubgraphResult {
  data: Record<string, unknown> | null;
  errors?: GraphQLFormattedError[];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Executes an operation of this application's subgraph within the process, without HTTP. */
    executeOperation?: (request: SubgraphRequest) => Promise<SubgraphResult>;
    /** Calls a declared route of this application within the process, without HTTP. */
    callRoute?: (request: RouteRequest) => Promise<UpstreamResponse>;
  }
}

/** Process behind the edge, over HTTP or in the same process. Transport failures throw. */
export interface Upstream {
  /** Calls a declared route. */
  call(request: RouteRequest): Promise<UpstreamResponse>;
  /** Executes a subgraph operation. */
  execute(request: SubgraphRequest): Promise<SubgraphResult>;
  /** Whether it can serve requests. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

export interface PoolUpstreamOptions {
  baseUrl: string;
  /** Connections kept open. */
  connections?: number;
  /** Milliseconds until the headers of a response must arrive. */
  timeoutMs?: number;
}

/** Address of a route with its values. */
export function addressOf({ route, params, query }: RouteRequest): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) search.append(name, each);
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

const connectMs = 4_500;

interface OutgoingRequest {
  method: RestRoute['method'];
  /** Path with its query string. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer | Readable | string | undefined;
  /** Timeout in milliseconds, if it differs from the default. */
  timeoutMs?: number | undefined;
}
type Send = (request: OutgoingRequest) => Promise<UpstreamResponse>;

/** Builds an upstream on a transport. Throws when a subgraph does not respond with 200. */
export const createUpstream = (send: Send): Omit<Upstream, 'close'> => ({
  call: (request) => {
    const { route, headers, body } = request;
    const { method, timeoutMs } = route;
    return send({ method, path: addressOf(request), headers, body, timeoutMs });
  },
  async execute({ query, variables, headers }) {
    const body = JSON.stringify({ query, variables });
    const response = await send({ method: 'POST', path: '/graphql', headers, body });
    if (response.status !== 200) throw new Error(`The subgraph responded with ${response.status}.`);
    return JSON.parse(await textOf(response));
  },
  async isReady() {
    const response = await send({ method: 'GET', path: '/health/ready', headers: {} }).catch(() => null);
    return response?.status === 200;
  },
});

/** Streamed responses are sent in chunks, because their length is unknown. */
const isStream = (headers: IncomingHttpHeaders) => headers['transfer-encoding'] === 'chunked';
const wholeOf = async (body: Dispatcher.BodyMixin) => Buffer.from(await body.arrayBuffer());

/**
 * Upstream over kept-alive connections without pipelining. Calls to a hanging process fail within five seconds.
 */
export function overHttp({ baseUrl, connections = 24, timeoutMs = 15_000 }: PoolUpstreamOptions): Upstream {
  const { origin } = new URL(baseUrl);
  const probe = createLivenessProbe(origin);
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    ...keptAlive,
    connect: { timeout: connectMs },
  });
  /** Resolves with the headers of a stream; the probe guards the stream to its end. */
  const send: Send = ({ method, path, headers, body = null, timeoutMs: waitMs = timeoutMs }) =>
    new Promise((resolve, reject) => {
      const work = probe.guard(async (signal) => {
        const waits = { headersTimeout: waitMs, bodyTimeout: waitMs };
        const response = await pool.request({ method, path, headers, body, signal, ...waits });
        const head = { status: response.statusCode, headers: response.headers };
        if (!isStream(response.headers)) return resolve({ ...head, body: await wholeOf(response.body) });
        resolve({ ...head, body: response.body });
        await finished(response.body).catch(() => undefined);
      });
      work.catch(reject);
    });
  return {
    ...createUpstream(send),
    close: async () => void (await Promise.all([pool.close(), probe.close()])),
  };
}

/** Headers as a client receives them: numbers become text. */
const asReceived = (headers: OutgoingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]),
  );

/** Upstream in the same process, without sockets, and without HTTP where the application supports it. */
export function inProcess(app: FastifyInstance): Upstream {
  const send: Send = async ({ method, path, headers, body }) => {
    const response = await app.inject({
      method,
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    return {
      status: response.statusCode,
      headers: asReceived(response.headers),
      body: response.rawPayload,
    };
  };
  const byHttp = createUpstream(send);
  return {
    ...byHttp,
    call: app.callRoute ?? byHttp.call,
    execute: app.executeOperation ?? byHttp.execute,
    isReady: async () => app.isReady(),
    close: async () => undefined,
  };
}

/** Headers that authenticate the edge and describe its client. */
export const edgeHeaders = (internalKey: string, ip: string, requestId: string): Record<string, string> => ({
  ...traceHeaders(),
  [internalHeaders.key]: internalKey,
  [internalHeaders.ip]: ip,
  [internalHeaders.requestId]: requestId,
});
