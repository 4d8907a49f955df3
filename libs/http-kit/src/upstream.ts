import { internalHeaders } from '@kumbuka/contracts';
import type { FastifyInstance } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import type { IncomingHttpHeaders } from 'node:http';
import { Pool } from 'undici';

export interface UpstreamRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with its query string. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer | string | undefined;
}

export interface UpstreamAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface SubgraphQuestion {
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
    /** The subgraph of this application, asked within the process: the answer of `/graphql` without HTTP around it. */
    askSubgraph?: (question: SubgraphQuestion) => Promise<SubgraphResult>;
  }
}

/** A process behind the edge, over HTTP or within the same process; failures of the way throw. */
export interface Upstream {
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /** Asks its subgraph. */
  ask(question: SubgraphQuestion): Promise<SubgraphResult>;
  close(): Promise<void>;
}

export interface PoolUpstreamOptions {
  baseUrl: string;
  /** Connections kept open. */
  connections?: number;
  /** Milliseconds until an answer's headers must be there. */
  timeoutMs?: number;
}

const connectMs = 1_500;

/** Asks a subgraph by `send`; an answer that is no answer of a subgraph throws. */
export const askBy =
  (send: Upstream['send']): Upstream['ask'] =>
  async ({ query, variables, headers }) => {
    const body = JSON.stringify({ query, variables });
    const answer = await send({ method: 'POST', path: '/graphql', headers, body });
    if (answer.status !== 200) throw new Error(`The subgraph answered ${answer.status}.`);
    return JSON.parse(answer.body.toString());
  };

/** Another process, over kept-alive connections without pipelining. */
export function overHttp({ baseUrl, connections = 24, timeoutMs = 15_000 }: PoolUpstreamOptions): Upstream {
  const pool = new Pool(new URL(baseUrl).origin, {
    connections,
    pipelining: 1,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 30_000,
    connect: { timeout: connectMs },
  });
  const send: Upstream['send'] = async ({ method, path, headers, body }) => {
    const answer = await pool.request({ method, path, headers, ...(body === undefined ? {} : { body }) });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: Buffer.from(await answer.body.arrayBuffer()),
    };
  };
  return { send, ask: askBy(send), close: () => pool.close() };
}

/** A Fastify application of the same process, without a socket. */
export function inProcess(app: FastifyInstance): Upstream {
  const send: Upstream['send'] = async ({ method, path, headers, body }) => {
    const answer = await app.inject({
      method,
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers as IncomingHttpHeaders,
      body: answer.rawPayload,
    };
  };
  return { send, ask: app.askSubgraph ?? askBy(send), close: async () => undefined };
}

/** Headers by which the edge proves itself and tells who is at the other end. */
export const edgeHeaders = (internalKey: string, ip: string, requestId: string) => ({
  [internalHeaders.key]: internalKey,
  [internalHeaders.ip]: ip,
  [internalHeaders.requestId]: requestId,
});
