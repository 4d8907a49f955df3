import { internalHeaders, operators, Unavailable, type Owner, type RestRoute } from '@kumbuka/contracts';
import type { Presence } from '@kumbuka/identity';
import { clientIp, edgeHeaders, inTurn, type Upstream, type UpstreamResponse } from '@kumbuka/http-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Caller } from './callers.ts';

export interface RelayPorts {
  owners: Record<Owner, Upstream>;
  internalKey: string;
  presence: Presence;
  callerOf(authorization: string | undefined, ip: string): Promise<Caller>;
}

/** Request headers that are forwarded to the owner. All others are dropped, identity headers above all. */
const forwardedHeaders = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'accept-language',
  'user-agent',
];
/** Response headers of the owner that the client receives. */
const returnedHeaders = ['content-type', 'content-disposition', 'retry-after', 'etag'];

const forwardedFor = ({ access, uploadBytes }: RestRoute) => [
  ...forwardedHeaders,
  ...(access === 'operator' ? [operators.keyHeader] : []),
  ...(uploadBytes === undefined ? [] : ['content-length']),
];

function headersFor(request: FastifyRequest<Address>, internalKey: string, route: RestRoute) {
  const headers: Record<string, string> = edgeHeaders(internalKey, clientIp(request), request.id);
  for (const name of forwardedFor(route)) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

/** Parts of an address that Fastify has parsed. */
export interface Address {
  Params: Record<string, string>;
  Querystring: Record<string, string | string[]>;
}

function bodyOf({ body }: FastifyRequest<Address>, { uploadBytes }: RestRoute) {
  if (uploadBytes !== undefined && body instanceof Readable) return body;
  return Buffer.isBuffer(body) && body.length > 0 ? body : undefined;
}

async function forward(
  ports: RelayPorts,
  route: RestRoute,
  request: FastifyRequest<Address>,
): Promise<UpstreamResponse> {
  const { params, query } = request;
  const headers = headersFor(request, ports.internalKey, route);
  const body = bodyOf(request, route);
  try {
    return await ports.owners[route.owner].call({ route, params, query, headers, body });
  } catch (error) {
    request.log.warn({ err: error, owner: route.owner }, 'the owner cannot be reached');
    throw new Unavailable();
  }
}

/**
 * Forwards a request to the owner of a route once the caller has a free slot. Rejections are delayed here, without a
 * connection to the owner. Throws `Unavailable` when the owner cannot be reached, and `RateLimited` when too many requests wait.
 */
export async function callOwner(
  ports: RelayPorts,
  route: RestRoute,
  request: FastifyRequest<Address>,
): Promise<UpstreamResponse> {
  const caller = await ports.callerOf(request.headers.authorization, clientIp(request));
  const turn = await caller.enter(route.owner, route.method !== 'GET');
  const response = await inTurn(turn, () => forward(ports, route, request));
  if (response.status === 429) await caller.hold();
  return response;
}

/** Records an active learner by the user id that the owner returned, not by the unverified token. */
export function noteServed({ presence }: RelayPorts, { status, headers }: UpstreamResponse) {
  const { [internalHeaders.userId]: userId, [internalHeaders.sessionId]: sessionId } = headers;
  if (status < 400 && userId && typeof sessionId === 'string')
    presence.note({ userId: Number(userId), sessionId });
}

export function sendResponse(reply: FastifyReply, response: UpstreamResponse) {
  for (const name of returnedHeaders) {
    const value = response.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  const { body, status } = response;
  const isEmpty = Buffer.isBuffer(body) && body.length === 0;
  return reply.status(status).send(isEmpty ? undefined : body);
}

/** Replies with the owner's bytes; long lists are streamed. */
export const relay =
  (ports: RelayPorts, route: RestRoute) => async (request: FastifyRequest<Address>, reply: FastifyReply) => {
    const response = await callOwner(ports, route, request);
    noteServed(ports, response);
    return sendResponse(reply, response);
  };
