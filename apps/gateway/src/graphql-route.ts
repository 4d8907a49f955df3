import type { ApolloServer, GraphQLRequest } from '@apollo/server';
import { ProductError, ValidationFailed } from '@kumbuka/contracts';
import { bearerOf, claimedUserId, type Identity, type Presence } from '@kumbuka/identity';
import { clientIp, edgeHeaders, graphqlProblemOf, publicError } from '@kumbuka/http-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GatewayContext } from './context.ts';
import type { KnownOperation } from './operations.ts';

export interface GraphQLRouteDeps {
  apollo: ApolloServer<GatewayContext>;
  presence: Presence;
  internalKey: string;
  webKey: string;
  findKnown(query: string): KnownOperation | undefined;
  /** Given when operations that are not known are for operators only. */
  identity: Identity | null;
}

const requestBody = z.strictObject({
  query: z.string().min(1),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

function parseRequest(body: unknown): GraphQLRequest & { query: string } {
  const parsed = requestBody.safeParse(body);
  if (!parsed.success)
    throw new ValidationFailed([{ path: '', message: 'Send one operation as { query, variables }.' }]);
  const { query, operationName, variables } = parsed.data;
  return { query, ...(operationName ? { operationName } : {}), ...(variables ? { variables } : {}) };
}

async function isOperator(identity: Identity, authorization: string | undefined) {
  const token = bearerOf(authorization);
  if (!token) return false;
  return (await identity.verify(token)).role === 'admin';
}

/** With a list of known operations the text that was planned takes the place of the one that was sent. */
async function admitted(deps: GraphQLRouteDeps, request: FastifyRequest): Promise<GraphQLRequest> {
  const asked = parseRequest(request.body);
  if (!deps.identity) return asked;
  const known = deps.findKnown(asked.query);
  if (known) return { ...asked, query: known.query, operationName: known.name };
  if (await isOperator(deps.identity, request.headers.authorization)) return asked;
  throw new ProductError('OPERATION_UNKNOWN');
}

function contextOf(
  request: FastifyRequest,
  { internalKey, webKey, presence }: GraphQLRouteDeps,
): GatewayContext {
  const { authorization } = request.headers;
  const ip = clientIp(request, webKey);
  const headers: Record<string, string> = edgeHeaders(internalKey, ip, request.id);
  headers['content-type'] = 'application/json';
  if (authorization !== undefined) headers['authorization'] = authorization;
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string') headers['idempotency-key'] = key;
  let noted = false;
  const onServed = () => {
    if (noted) return;
    noted = true;
    const userId = claimedUserId(authorization);
    if (userId !== null) presence.note(userId);
  };
  return { headers, warming: false, onServed, admit: async () => undefined };
}

/** Failures before an operation runs, in the shape that GraphQL clients read. */
function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = publicError(error);
  const { code, status, retryAfterSeconds } = refusal;
  if (status >= 500) request.log.error({ err: error }, code);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  const { message, extensions } = graphqlProblemOf(refusal);
  return reply
    .status(status)
    .send({ errors: [{ message, extensions: { ...extensions, requestId: request.id } }] });
}

/** `POST /graphql`: one operation, never a batch. */
export function registerGraphQL(app: FastifyInstance, deps: GraphQLRouteDeps) {
  app.post('/graphql', { errorHandler: sendRefusal }, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    const contextValue = contextOf(request, deps);
    const { body } = await deps.apollo.executeOperation(await admitted(deps, request), { contextValue });
    if (body.kind !== 'single') throw new Error('Incremental delivery is not on offer.');
    const { data, errors } = body.singleResult;
    return { ...(errors ? { errors } : {}), ...(data === undefined ? {} : { data }) };
  });
}
