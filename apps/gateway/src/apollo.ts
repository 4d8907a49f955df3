import { ApolloGateway } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Log, Upstream } from '@kumbuka/service-kit';
import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import type { GatewayContext } from './context.ts';
import { createDataSource } from './data-source.ts';
import { limitRules, operationLimits } from './limits.ts';
import type { KnownOperation } from './operations.ts';
import { sampleVariables } from './sample-variables.ts';

const supergraphFile = new URL('../supergraph.graphql', import.meta.url);

export interface ApolloOptions {
  subgraphs: ReadonlyMap<string, Upstream>;
  introspection: boolean;
  log: Log;
}

const guess = / Did you mean .*\?$/s;

function extensionsOf(formatted: GraphQLFormattedError) {
  const { serviceName: _, stacktrace: __, ...extensions } = formatted.extensions ?? {};
  return 'limit' in extensions ? { ...extensions, code: 'OPERATION_TOO_LARGE' } : extensions;
}

/** Codes of our services pass; of everything else only the kind of failure is told, and no name of the schema. */
function formatError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  if (formatted.extensions?.['code'] === 'INTERNAL_SERVER_ERROR')
    return {
      ...formatted,
      message: 'Something went wrong. Please try again.',
      extensions: { code: 'INTERNAL' },
    };
  return { ...formatted, message: formatted.message.replace(guess, ''), extensions: extensionsOf(formatted) };
}

function createGateway({ subgraphs, log }: ApolloOptions) {
  return new ApolloGateway({
    supergraphSdl: readFileSync(supergraphFile, 'utf8'),
    buildService: ({ name }) => {
      const upstream = subgraphs.get(name);
      if (!upstream) throw new Error(`The supergraph names ${name}, but no address is configured for it.`);
      return createDataSource(upstream);
    },
    logger: log,
  });
}

const createServer = (gateway: ApolloGateway, options: ApolloOptions) =>
  new ApolloServer<GatewayContext>({
    gateway,
    introspection: options.introspection,
    allowBatchedHttpRequests: false,
    hideSchemaDetailsFromClientErrors: true,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: false,
    validationRules: limitRules,
    parseOptions: { maxTokens: operationLimits.tokens },
    formatError,
    logger: options.log,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });

/** Codes of operations that this gateway could never answer. */
const refusals = new Set([
  'BAD_USER_INPUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_TOO_LARGE',
]);

/** Runs an operation without fetching anything; the reason, when it was refused before it could be planned. */
async function plan(server: ApolloServer<GatewayContext>, schema: GraphQLSchema, operation: KnownOperation) {
  const { query, name: operationName } = operation;
  const { body } = await server.executeOperation(
    { query, operationName, variables: sampleVariables(schema, query) },
    { contextValue: { headers: {}, warming: true, onServed: () => undefined } },
  );
  const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
  return errors.find(({ extensions }) => refusals.has(String(extensions?.['code'])))?.message;
}

export interface Apollo {
  server: ApolloServer<GatewayContext>;
  /** Plans operations before the first learner asks for one; says which ones do not fit the graph. */
  warm(operations: readonly KnownOperation[]): Promise<void>;
}

/** The static supergraph over our own data sources, with the limits of every operation. */
export function createApollo(options: ApolloOptions): Apollo {
  const gateway = createGateway(options);
  const server = createServer(gateway, options);
  let schema: GraphQLSchema | undefined;
  gateway.onSchemaLoadOrUpdate(({ apiSchema }) => void (schema = apiSchema));

  return {
    server,
    async warm(operations) {
      if (!schema) throw new Error('The graph must be started before it is warmed.');
      for (const operation of operations) {
        const reason = await plan(server, schema, operation);
        if (reason) options.log.warn({ operation: operation.name, reason }, 'a known operation is refused');
      }
    },
  };
}
