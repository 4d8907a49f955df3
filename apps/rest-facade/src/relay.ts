import { internalHeaders, Unavailable, type Owner, type RestRoute } from '@kumbuka/contracts';
import type { Presence } from '@kumbuka/identity';
import { clientIp, edgeHeaders, type Upstream, type UpstreamAnswer } from '@kumbuka/http-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface RelayDeps {
  owners: Record<Owner, Upstream>;
  internalKey: string;
  presence: Presence;
}

/** What of a client's request reaches the owner; everything else, identity headers above all, stays outside. */
const passedOn = ['authorization', 'content-type', 'idempotency-key', 'accept-language'];
const handedBack = ['content-type', 'retry-after', 'idempotency-replayed'];

function headersFor(request: FastifyRequest, internalKey: string): Record<string, string> {
  const headers: Record<string, string> = edgeHeaders(internalKey, clientIp(request), request.id);
  for (const name of passedOn) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

/** HEAD is GET whose answer's body the server leaves out. */
const methodOf = ({ method }: FastifyRequest) => (method === 'HEAD' ? 'GET' : method) as RestRoute['method'];

/** Asks one owner with the client's own words; Unavailable when it cannot be reached. */
export async function askOwner(
  deps: RelayDeps,
  owner: Owner,
  path: string,
  request: FastifyRequest,
): Promise<UpstreamAnswer> {
  const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined;
  try {
    return await deps.owners[owner].send({
      method: methodOf(request),
      path,
      headers: headersFor(request, deps.internalKey),
      body,
    });
  } catch (error) {
    request.log.warn({ err: error, owner }, 'the owner cannot be reached');
    throw new Unavailable();
  }
}

/** Notes a learner whose bearer the owner has verified: the owner says whose it is, never the token. */
export function noteServed({ presence }: RelayDeps, { status, headers }: UpstreamAnswer) {
  const userId = Number(headers[internalHeaders.userId]);
  if (status < 400 && Number.isSafeInteger(userId) && userId > 0) presence.note(userId);
}

export function handBack(reply: FastifyReply, answer: UpstreamAnswer) {
  for (const name of handedBack) {
    const value = answer.headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return reply.status(answer.status).send(answer.body.length > 0 ? answer.body : undefined);
}

/** What Fastify has read of an address. */
export interface Address {
  Params: Record<string, string>;
  Querystring: Record<string, string | string[]>;
}

/** The address at the owner, made of the declared path: what a client wrote is only ever a value in it. */
function addressOf({ path }: RestRoute, { params, query }: FastifyRequest<Address>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) asked.append(name, each);
  return asked.size === 0 ? filled : `${filled}?${asked.toString()}`;
}

/** Answers a route with its owner's bytes. */
export const relay =
  (deps: RelayDeps, route: RestRoute) => async (request: FastifyRequest<Address>, reply: FastifyReply) => {
    const answer = await askOwner(deps, route.owner, addressOf(route, request), request);
    noteServed(deps, answer);
    return handBack(reply, answer);
  };
