import type { ApolloServer, GraphQLRequest, GraphQLResponse } from '@apollo/server';
import { limits, operators, ProductError, ValidationFailed } from '@kumbuka/contracts';
import { bearerOf, type Identity, type Presence } from '@kumbuka/identity';
import {
  clientIp,
  edgeHeaders,
  sendGraphQLError,
  translateGraphQLErrors,
  type AccountLanguage,
} from '@kumbuka/http-kit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Caller, OperationKind } from './callers.ts';
import type { GatewayContext } from '../apollo/context.ts';
import { explorerPage, explorerPolicy } from '../explorer/explorer-page.ts';
import { rejectRepetition } from '../limits/limits.ts';
import type { RegisteredOperation } from './operations.ts';
import { itemsOfUnseen, type SeenDocuments } from './seen-documents.ts';

export interface GraphQLRoutePorts {
  apollo: ApolloServer<GatewayContext>;
  presence: Presence;
  internalKey: string;
  webKeys: readonly string[];
  findRegistered(query: string): RegisteredOperation | undefined;
  identity: Identity;
  /** Rejects unregistered operations, except from operators. */
  registeredOnly: boolean;
  seen: SeenDocuments;
  /** Whether GET shows the explorer. */
  explorer: boolean;
  callerOf(authorization: string | undefined, ip: string): Promise<Caller>;
  accountLanguage: AccountLanguage;
}

const requestBody = z.strictObject({
  query: z.string().min(1),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

const persistedBody = z.looseObject({
  query: z.literal('').nullish(),
  extensions: z.looseObject({ persistedQuery: z.looseObject({}) }),
});

/** Request with a hash instead of a query. */
class PersistedQueryNotSupported extends ProductError {
  constructor() {
    super('PERSISTED_QUERY_NOT_SUPPORTED');
    /** Some clients read only the message. */
    this.message = 'PersistedQueryNotSupported';
  }
}

function parseRequest(body: unknown): GraphQLRequest & { query: string } {
  if (persistedBody.safeParse(body).success) throw new PersistedQueryNotSupported();
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

interface Admitted extends GraphQLRequest {
  query: string;
  /** Whether operations.json contains it. */
  isRegistered: boolean;
}

/** Operations that may exceed the usual body limit: thirty cards of 2,000 characters a side, a picture or sound, pieces of a file. */
export const longOperations: ReadonlySet<string> = new Set([
  'InsertGeneratedCards',
  'UploadMedia',
  'UploadImportPiece',
]);

/** Rejects a long body before it is read, unless the caller has an account and may send a long operation. */
function rejectLong({ headers }: FastifyRequest, { principal }: Caller) {
  if (Number(headers['content-length'] ?? 0) > limits.bodyBytes && !principal)
    throw new ProductError('TOO_LARGE');
}

function rejectTooLong({ headers, body }: FastifyRequest, registered: RegisteredOperation | undefined) {
  if (registered && longOperations.has(registered.name)) return;
  const bytes = Number(headers['content-length'] ?? Buffer.byteLength(JSON.stringify(body)));
  if (bytes > limits.bodyBytes) throw new ProductError('TOO_LARGE');
}

/** Replaces the text of a registered operation by the planned one with the same meaning. */
async function admitted(ports: GraphQLRoutePorts, request: FastifyRequest): Promise<Admitted> {
  const operation = parseRequest(request.body);
  const registered = ports.findRegistered(operation.query);
  rejectTooLong(request, registered);
  if (registered)
    return { ...operation, query: registered.query, operationName: registered.name, isRegistered: true };
  if (!ports.registeredOnly) return { ...operation, isRegistered: false };
  if (await isOperator(ports.identity, request.headers.authorization))
    return { ...operation, isRegistered: false };
  throw new ProductError('OPERATION_UNKNOWN');
}

function operatorHeadersOf({ headers }: FastifyRequest): Record<string, string> {
  const key = headers[operators.keyHeader];
  return typeof key === 'string' ? { [operators.keyHeader]: key } : {};
}

function contextOf(
  request: FastifyRequest,
  { internalKey, webKeys, presence }: GraphQLRoutePorts,
  { principal }: Caller,
  admit: GatewayContext['admit'],
): GatewayContext {
  const { authorization } = request.headers;
  const ip = clientIp(request, webKeys);
  const headers: Record<string, string> = edgeHeaders(internalKey, ip, request.id);
  headers['content-type'] = 'application/json';
  if (authorization !== undefined) headers['authorization'] = authorization;
  for (const name of ['idempotency-key', 'accept-language', 'user-agent']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const onServed = () => {
    if (principal) presence.note(principal);
  };
  return { headers, operatorHeaders: operatorHeadersOf(request), warming: false, onServed, admit };
}

/** Queue of a request before it is parsed, guessed from its text; its cost depends on the parsed operation. */
function likelyKindOf({ body }: FastifyRequest): OperationKind {
  const query = typeof body === 'object' && body !== null && 'query' in body ? body.query : null;
  return typeof query === 'string' && /^\s*mutation\b/.test(query) ? 'mutation' : 'query';
}

type Body = Pick<GraphQLResponse['body'] & { kind: 'single' }, 'singleResult'>['singleResult'];

const isLimit = ({ extensions }: GraphQLFormattedError) => extensions?.['code'] === 'RATE_LIMITED';

/** Runs the operation in the caller's turn. Throws rejections before planning, which have their own HTTP status. */
async function execute(ports: GraphQLRoutePorts, request: FastifyRequest, caller: Caller): Promise<Body> {
  const turn = await caller.enter(likelyKindOf(request));
  let rejection: unknown;
  const take = async (kind: OperationKind, items: number) => {
    await caller.take(kind, items);
    await turn.widen(items);
  };
  try {
    const { isRegistered, ...operation } = await admitted(ports, request);
    const { query } = operation;
    if (!isRegistered && !(await ports.seen.has(query))) {
      await take('query', itemsOfUnseen);
      rejectRepetition(query);
    }
    const admit = async (kind: OperationKind, items: number) => {
      if (!isRegistered) await ports.seen.note(query);
      await take(kind, items).catch((error: unknown) => {
        rejection = error;
        throw error;
      });
    };
    const contextValue = contextOf(request, ports, caller, admit);
    const { body } = await ports.apollo.executeOperation(operation, { contextValue });
    if (rejection) throw rejection;
    if (body.kind !== 'single') throw new Error('Incremental delivery is not supported.');
    // A service rejected it. Holding the account's turn makes immediate retries useless. A network is shared: its
    // rejected callers must not take the turns of others.
    if (caller.principal && body.singleResult.errors?.some(isLimit)) await caller.hold();
    return body.singleResult;
  } finally {
    turn.end();
  }
}

/** Sends a persisted-query error with status 200, because only then clients send the whole query. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (!(error instanceof PersistedQueryNotSupported)) return sendGraphQLError(error, request, reply);
  const { message, code } = error;
  return reply.send({ errors: [{ message, extensions: { code, requestId: request.id } }] });
}

/** `POST /graphql`: one operation, never a batch. Callers over their budget are rejected before the body is read. */
export function registerGraphQL(app: FastifyInstance, ports: GraphQLRoutePorts) {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const callerOf = async (request: FastifyRequest) => {
    const existing = callers.get(request);
    if (existing) return existing;
    const caller = await ports.callerOf(request.headers.authorization, clientIp(request, ports.webKeys));
    callers.set(request, caller);
    return caller;
  };
  const onRequest = async (request: FastifyRequest) => {
    const caller = await callerOf(request);
    await caller.count();
    rejectLong(request, caller);
  };
  const options = { errorHandler: sendError, onRequest, bodyLimit: limits.generationBodyBytes };

  app.post('/graphql', options, async (request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
    const { data, errors } = await execute(ports, request, await callerOf(request));
    const translated =
      errors && (await translateGraphQLErrors(errors, request, reply, ports.accountLanguage));
    return { ...(translated ? { errors: translated } : {}), ...(data === undefined ? {} : { data }) };
  });

  app.route({
    method: ['GET', 'PUT', 'PATCH', 'DELETE'],
    url: '/graphql',
    errorHandler: sendGraphQLError,
    handler: async (request, reply) => {
      if (ports.explorer && isPageRequest(request)) return sendExplorer(reply);
      reply.header('allow', ports.explorer ? 'GET, HEAD, POST' : 'POST');
      throw new ProductError('METHOD_NOT_ALLOWED');
    },
  });
}

/** Whether a browser requests a page. A program that sends a query by GET gets an error in JSON, never the page. */
const isPageRequest = ({ method, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');

function sendExplorer(reply: FastifyReply) {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-security-policy', explorerPolicy(nonce))
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(explorerPage(nonce));
}
