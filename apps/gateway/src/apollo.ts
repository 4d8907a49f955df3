import { ApolloGateway } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { Log, Upstream } from '@kumbuka/service-kit';
import type { GraphQLFormattedError } from 'graphql';
import { readFileSync } from 'node:fs';
import type { GatewayContext } from './context.ts';
import { createDataSource } from './data-source.ts';
import { limitRules, operationLimits } from './limits.ts';
import type { KnownOperation } from './operations.ts';

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

/** The static supergraph over our own data sources, with the limits of every operation. */
export const createApollo = (options: ApolloOptions) =>
  new ApolloServer<GatewayContext>({
    gateway: createGateway(options),
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
const refusals = new Set(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'OPERATION_TOO_LARGE']);

/** Plans the known operations before the first learner asks for one; says which ones do not fit the graph. */
export async function warm(
  apollo: ApolloServer<GatewayContext>,
  operations: readonly KnownOperation[],
  log: Log,
) {
  for (const { query, name } of operations) {
    const contextValue: GatewayContext = { headers: {}, warming: true, onServed: () => undefined };
    const { body } = await apollo.executeOperation({ query, operationName: name }, { contextValue });
    const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
    const refused = errors.find(({ extensions }) => refusals.has(String(extensions?.['code'])));
    if (refused)
      log.warn({ operation: name, reason: refused.message }, 'a known operation cannot be answered');
  }
}
