import { buildSubgraphSchema } from '@apollo/subgraph';
import {
  acceptedLanguage,
  internalHeaders,
  limits,
  parseInput,
  Unauthenticated,
  type Language,
} from '@kumbuka/contracts';
import { failSoonWhenLost } from '@kumbuka/event-bus';
import { graphqlProblemOf, ipOf, publicError, sendGraphQLRefusal, userAgentOf } from '@kumbuka/http-kit';
import { contextOfRequest, inSpan } from '@kumbuka/runtime';
import type { Identity, Principal } from '@kumbuka/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError, type ASTNode } from 'graphql';
import { gql } from 'graphql-tag';
import mercurius from 'mercurius';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { countWrites, writesIn } from '../http/count-writes.ts';
import { asProductError } from '../stores/mongo.ts';
import { operatorOf, type Operator } from '../http/operators.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { principalOfRequest } from '../http/route-caller.ts';

const refusalMark = Symbol('refusal');

export interface RequestContext {
  /** `null` without a bearer token. */
  principal: Principal | null;
  /** `null` for callers who are no operators. */
  operator: Operator | null;
  ip: string;
  /** User agent of the client. */
  userAgent: string;
  /** Language that the client accepts. */
  language: Language | null;
  requestId: string;
  /** Key of the request that carried the mutation. */
  idempotencyKey: string | null;
}

type SchemaModule = Extract<Parameters<typeof buildSubgraphSchema>[0], readonly unknown[]>[number];
/** Resolvers of a subgraph by type and field. */
export type Resolvers = NonNullable<Extract<SchemaModule, { typeDefs: unknown }>['resolvers']>;

/** Context of a request whose token may have been rejected. */
interface Refusable extends RequestContext {
  [refusalMark]?: unknown;
}

export interface SubgraphOptions<Context> {
  /** Store that resolvers need; when it is lost during an operation, the response is 503. */
  connection: Connection;
  /** GraphQL schema with the federation link. */
  schema: string;
  resolvers: Resolvers;
  identity: Identity;
  rateLimiter: RateLimiter;
  writesPerMinute?: number;
  /**
   * Keys that identify operators. With them, a rejected bearer token counts as none, so that a forbidden
   * operation is never a 401.
   */
  operatorKeys?: readonly string[];
  /** Creates the context of a request, with its loaders. */
  buildContext(request: RequestContext): Context;
}

/** Principal of a GraphQL context. Throws `Unauthenticated` without one. */
export function requirePrincipal(context: { principal: Principal | null }): Principal {
  if (!context.principal) throw new Unauthenticated();
  return context.principal;
}

/** Whether a user of the graph is the caller. Throws `Unauthenticated` without a caller. */
export const isPrincipal = ({ id }: { id: string }, context: { principal: Principal | null }): boolean =>
  id === String(requirePrincipal(context).userId);

interface Located extends Error {
  originalError?: unknown;
  path?: readonly (string | number)[] | undefined;
  nodes?: readonly ASTNode[] | undefined;
  extensions?: Record<string, unknown> | undefined;
}
/** By shape, not by class: the JIT compiler has its own error class. */
const isLocated = (error: unknown): error is Located =>
  error instanceof Error && ('locations' in error || error.name === 'GraphQLError');

/** Converts an error to GraphQL: the code of REST in `extensions.code`, never a stack. */
export function graphqlError(error: unknown): GraphQLError {
  const located = isLocated(error) ? error : null;
  if (located && !located.originalError) return withCode(located, 'GRAPHQL_VALIDATION_FAILED');
  const { message, extensions } = graphqlProblemOf(
    publicError(asProductError(located?.originalError ?? error)),
  );
  return new GraphQLError(message, {
    ...(located?.path ? { path: located.path } : {}),
    ...(located?.nodes ? { nodes: located.nodes } : {}),
    extensions: { ...extensions },
  });
}

const withCode = (error: Located, code: string) =>
  new GraphQLError(error.message, {
    ...(error.path ? { path: error.path } : {}),
    ...(error.nodes ? { nodes: error.nodes } : {}),
    extensions: { code, ...error.extensions },
  });

/** DateTime is ISO 8601 text; stores return Dates or ISO text. */
const serializeDateTime = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));

function schemaOf(sdl: string, resolvers: Resolvers) {
  const schema = buildSubgraphSchema([{ typeDefs: gql(sdl), resolvers }]);
  const dateTime = schema.getType('DateTime');
  if (dateTime && 'serialize' in dateTime) dateTime.serialize = serializeDateTime;
  return schema;
}

const operation = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).nullish() });
type Operation = z.infer<typeof operation>;

type CallerHeaders = Pick<FastifyRequest, 'headers' | 'id' | 'ip'>;
interface Execution {
  data?: Record<string, unknown> | null | undefined;
  errors?: readonly Located[] | undefined;
}
/** Error of mercurius for an operation that was not executed. */
type Refused = Located & { errors?: readonly Located[] };

/** Mercurius subgraph at `/graphql`, for the gateway only (the server checks the shared key). */
export async function registerSubgraph<Context extends object>(
  app: FastifyInstance,
  options: SubgraphOptions<Context>,
) {
  /**
   * Defers the error of a rejected token to the execution, because mercurius would otherwise build the
   * context twice.
   */
  const contextOf = async (request: CallerHeaders) => {
    const header = request.headers['idempotency-key'];
    const idempotencyKey = typeof header === 'string' ? header : null;
    const [ip, userAgent] = [ipOf(request), userAgentOf(request)];
    const language = acceptedLanguage(request.headers['accept-language']);
    const base = { ip, userAgent, language, requestId: request.id, idempotencyKey };
    try {
      const principal = await principalOfRequest(options.identity, request);
      const operator = operatorOf(request, principal, options.operatorKeys);
      return options.buildContext({ ...base, principal, operator });
    } catch (refusal) {
      const operator = operatorOf(request, null, options.operatorKeys);
      const context = options.buildContext({ ...base, principal: null, operator });
      return operator || (options.operatorKeys && refusal instanceof Unauthenticated)
        ? context
        : { ...context, [refusalMark]: refusal };
    }
  };

  const format = (execution: Execution) => {
    const errors = (execution.errors ?? []).map(graphqlError);
    for (const [index, error] of errors.entries())
      if (error.extensions['code'] === 'INTERNAL')
        app.log.error(
          { err: execution.errors?.[index]?.originalError ?? execution.errors?.[index] },
          'INTERNAL',
        );
    return { data: execution.data ?? null, errors };
  };

  await app.register(mercurius, {
    schema: schemaOf(options.schema, options.resolvers),
    jit: 1,
    graphiql: false,
    routes: false,
    errorFormatter: (execution) => ({ statusCode: 200, response: format(execution) }),
  });

  async function execute({ query, variables }: Operation, caller: CallerHeaders) {
    const context = await contextOf(caller);
    const execution = await failSoonWhenLost(options.connection, () =>
      app.graphql(query, context, variables ?? {}),
    ).catch((thrown: Refused) => format({ data: null, errors: thrown.errors ?? [thrown] }));
    const errors = execution.errors?.map((error) => error.toJSON());
    return { data: execution.data ?? null, ...(errors ? { errors } : {}) };
  }

  // The gateway rejects oversized operations.
  const route = { errorHandler: sendGraphQLRefusal, bodyLimit: limits.generationBodyBytes };
  app.post('/graphql', route, (request) => execute(parseInput(operation, request.body), request));
  app.decorate('executeOperation', ({ query, variables, headers }) => {
    const id = headers[internalHeaders.requestId] ?? '';
    const span = { service: app.serviceName, kind: 'server', name: 'POST /graphql' } as const;
    return inSpan(span, contextOfRequest(id, headers), () =>
      execute({ query, variables }, { headers, id, ip: '' }),
    );
  });

  app.graphql.addHook<Refusable>('preExecution', async (schema, document, context, variables) => {
    const { principal, [refusalMark]: refusal } = context;
    if (refusal) throw refusal;
    const writes = principal ? writesIn({ schema, document, variables }) : 0;
    if (principal && writes > 0)
      await countWrites(options.rateLimiter, principal.userId, options.writesPerMinute, writes);
  });
}
