import { ApolloGateway } from '@apollo/gateway';
import { ApolloServer, type GraphQLRequest } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { ValidationFailed } from '@kumbuka/contracts';
import { claimedUserId, createPresence, type Presence } from '@kumbuka/identity';
import {
  createLog,
  createServer,
  inOrder,
  overHttp,
  type Log,
  type RunningApp,
  type Upstream,
} from '@kumbuka/service-kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Config } from './config.ts';
import type { GatewayContext } from './context.ts';
import { createDataSource } from './data-source.ts';
import { limitRules, operationLimits } from './limits.ts';
import { knownOperations, type KnownOperation } from './operations.ts';

export interface Overrides {
  /** Ways to the subgraphs within the same process. */
  subgraphs?: Partial<Record<string, Upstream>>;
  operations?: readonly KnownOperation[];
}

const supergraphFile = new URL('../supergraph.graphql', import.meta.url);

const requestBody = z.strictObject({
  query: z.string().min(1),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

function parseRequest(body: unknown): GraphQLRequest {
  const parsed = requestBody.safeParse(body);
  if (!parsed.success)
    throw new ValidationFailed([{ path: '', message: 'Send one operation as { query, variables }.' }]);
  const { query, operationName, variables } = parsed.data;
  return { query, ...(operationName ? { operationName } : {}), ...(variables ? { variables } : {}) };
}

/** Codes of our services pass; of everything else only the kind of failure is told. */
function formatError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const { serviceName: _, stacktrace: __, ...extensions } = formatted.extensions ?? {};
  const internal = extensions['code'] === 'INTERNAL_SERVER_ERROR';
  return internal
    ? { ...formatted, message: 'Something went wrong. Please try again.', extensions: { code: 'INTERNAL' } }
    : { ...formatted, extensions };
}

function createApollo(config: Config, subgraphs: Map<string, Upstream>, log: Log) {
  const gateway = new ApolloGateway({
    supergraphSdl: readFileSync(supergraphFile, 'utf8'),
    buildService: ({ name }) => {
      const upstream = subgraphs.get(name);
      if (!upstream) throw new Error(`The supergraph names ${name}, but no address is configured for it.`);
      return createDataSource(upstream, config.internalKey);
    },
    logger: log,
  });
  return new ApolloServer<GatewayContext>({
    gateway,
    introspection: config.introspection,
    allowBatchedHttpRequests: false,
    hideSchemaDetailsFromClientErrors: true,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: false,
    validationRules: limitRules,
    parseOptions: { maxTokens: operationLimits.tokens },
    formatError,
    logger: log,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });
}

const contextOf = (request: FastifyRequest): GatewayContext => ({
  authorization: request.headers.authorization,
  clientAddress: request.ip,
  requestId: request.id,
  warming: false,
});

function registerGraphQL(app: FastifyInstance, apollo: ApolloServer<GatewayContext>, presence: Presence) {
  app.post('/graphql', async (request, reply) => {
    const contextValue = contextOf(request);
    const { body } = await apollo.executeOperation(parseRequest(request.body), { contextValue });
    if (body.kind !== 'single') throw new Error('Incremental delivery is not on offer.');
    const userId = body.singleResult.errors ? null : claimedUserId(contextValue.authorization);
    if (userId !== null) presence.note(userId);
    return reply.header('cache-control', 'no-store').send(body.singleResult);
  });
}

/** Plans every operation of the web client before the first learner asks for it. */
async function warm(apollo: ApolloServer<GatewayContext>, operations: readonly KnownOperation[]) {
  const contextValue = { authorization: undefined, clientAddress: '', requestId: 'warming', warming: true };
  for (const { query, name } of operations)
    await apollo.executeOperation({ query, ...(name ? { operationName: name } : {}) }, { contextValue });
}

/** The federated graph at `/graphql`. */
export function createApp(config: Config, overrides: Overrides = {}): RunningApp {
  const log = createLog(config.name, config.logLevel);
  const subgraphs = new Map<string, Upstream>(
    Object.entries(config.subgraphs).map(([name, baseUrl]) => [
      name,
      overrides.subgraphs?.[name] ?? overHttp({ baseUrl }),
    ]),
  );
  const presence = createPresence({ authUrl: config.subgraphs.auth, internalKey: config.internalKey });
  const apollo = createApollo(config, subgraphs, log);

  let ready = false;
  const app = createServer({ log, isReady: () => ready, proxyHops: config.proxyHops });
  registerGraphQL(app, apollo, presence);

  const server = {
    start: async () => {
      await apollo.start();
      await warm(apollo, overrides.operations ?? knownOperations());
      await app.listen({ port: config.port, host: config.host });
      ready = true;
    },
    stop: async () => {
      ready = false;
      await app.close();
      await apollo.stop();
      await Promise.all([...subgraphs.values()].map((upstream) => upstream.close()));
    },
    isReady: () => ready,
  };
  return { app, ...inOrder([presence, server]) };
}
