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
import { ipOf, sendGraphQLError, userAgentOf } from '@kumbuka/http-kit';
import { contextOfRequest, inSpan } from '@kumbuka/runtime';
import type { Identity, Principal } from '@kumbuka/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { gql } from 'graphql-tag';
import mercurius from 'mercurius';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { countWrites, writesIn } from '../http/count-writes.ts';
import { operatorOf, type Operator } from '../http/operators.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import { graphqlError, type Located } from './graphql-error.ts';
import { principalOfRequest } from '../http/route-caller.ts';

const rejectionMark = Symbol('rejection');

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
interface RejectableContext extends RequestContext {
  [rejectionMark]?: unknown;
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
type Rejected = Located & { errors?: readonly Located[] };

/** Context of a request. Defers a rejected token to the execution; otherwise mercurius would build the context twice. */
async function contextOf<Context extends object>(
  request: CallerHeaders,
  { identity, operatorKeys, buildContext }: SubgraphOptions<Context>,
): Promise<Context & { [rejectionMark]?: unknown }> {
  const header = request.headers['idempotency-key'];
  const base = {
    ip: ipOf(request),
    userAgent: userAgentOf(request),
    language: acceptedLanguage(request.headers['accept-language']),
    requestId: request.id,
    idempotencyKey: typeof header === 'string' ? header : null,
  };
  try {
    const principal = await principalOfRequest(identity, request);
    return buildContext({ ...base, principal, operator: operatorOf(request, principal, operatorKeys) });
  } catch (rejection) {
    const operator = operatorOf(request, null, operatorKeys);
    const context = buildContext({ ...base, principal: null, operator });
    const isIgnored = operator !== null || (operatorKeys && rejection instanceof Unauthenticated);
    return isIgnored ? context : { ...context, [rejectionMark]: rejection };
  }
}

/** Registers a Mercurius subgraph at `/graphql`, for the gateway only: the server checks the shared key. */
export async function registerSubgraph<Context extends object>(
  app: FastifyInstance,
  options: SubgraphOptions<Context>,
) {
  /** Logs unexpected errors, and converts all. */
  const format = ({ data, errors }: Execution) => ({
    data: data ?? null,
    errors: (errors ?? []).map((error) => {
      const shown = graphqlError(error);
      if (shown.extensions['code'] === 'INTERNAL')
        app.log.error({ err: error.originalError ?? error }, 'INTERNAL');
      return shown;
    }),
  });

  await app.register(mercurius, {
    schema: schemaOf(options.schema, options.resolvers),
    jit: 1,
    graphiql: false,
    routes: false,
    errorFormatter: (execution) => ({ statusCode: 200, response: format(execution) }),
  });

  async function execute({ query, variables }: Operation, caller: CallerHeaders) {
    const context = await contextOf(caller, options);
    const execution = await failSoonWhenLost(options.connection, () =>
      app.graphql(query, context, variables ?? {}),
    ).catch((thrown: Rejected) => format({ data: null, errors: thrown.errors ?? [thrown] }));
    const errors = execution.errors?.map((error) => error.toJSON());
    return { data: execution.data ?? null, ...(errors ? { errors } : {}) };
  }

  // The gateway rejects oversized operations.
  const route = { errorHandler: sendGraphQLError, bodyLimit: limits.generationBodyBytes };
  app.post('/graphql', route, (request) => execute(parseInput(operation, request.body), request));
  app.decorate('executeOperation', ({ query, variables, headers }) => {
    const id = headers[internalHeaders.requestId] ?? '';
    const span = { service: app.serviceName, kind: 'server', name: 'POST /graphql' } as const;
    return inSpan(span, contextOfRequest(id, headers), () =>
      execute({ query, variables }, { headers, id, ip: '' }),
    );
  });

  app.graphql.addHook<RejectableContext>('preExecution', async (schema, document, context, variables) => {
    const { principal, [rejectionMark]: rejection } = context;
    if (rejection) throw rejection;
    const writes = principal ? writesIn({ schema, document, variables }) : 0;
    if (principal && writes > 0)
      await countWrites(options.rateLimiter, principal.userId, options.writesPerMinute, writes);
  });
}
