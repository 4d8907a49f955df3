import { ApolloGateway, type Experimental_DidResolveQueryPlanCallback } from '@apollo/gateway';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { limits, ProductError, type ServiceName } from '@kumbuka/contracts';
import { graphqlProblemOf, type Upstream } from '@kumbuka/http-kit';
import { type Log } from '@kumbuka/runtime';
import { type DocumentNode, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createBoundedStore, type BoundedStore } from '../requests/bounded-store.ts';
import type { GatewayContext } from './context.ts';
import { createCost, type CostedOperation } from '../limits/cost.ts';
import { createDataSource } from './data-source.ts';
import { readDeclaredCosts } from '../limits/declared-costs.ts';
import { limitRules, operationLimits } from '../limits/limits.ts';
import type { RegisteredOperation } from '../requests/operations.ts';
import { rejection } from '../requests/rejections.ts';
import { sampleVariables } from '../limits/sample-variables.ts';

const supergraph = readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8');

/** Only subgraph that receives the admin key. */
const operatorGraph: ServiceName = 'admin';

/**
 * Number of query plans that the planner compares. `viewer` is in every subgraph, so each alias of it multiplies the
 * candidates. Every registered operation gets the same plan as with 10,000.
 */
const comparedPlans = 32;

export interface ApolloOptions {
  subgraphs: ReadonlyMap<string, Upstream>;
  introspection: boolean;
  /** Cache size for documents and plans of unregistered operations. */
  unregisteredCacheSize: number;
  log: Log;
}

const suggestion = / Did you mean .*\?$/s;

function extensionsOf(formatted: GraphQLFormattedError) {
  const { serviceName: _, stacktrace: __, ...extensions } = formatted.extensions ?? {};
  return 'limit' in extensions ? { ...extensions, code: 'OPERATION_TOO_LARGE' } : extensions;
}

const internal = graphqlProblemOf(new ProductError('INTERNAL'));

/** Keeps error codes of our services. Other errors show only the kind of failure and no names of the schema. */
function formatError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  if (formatted.extensions?.['code'] === 'INTERNAL_SERVER_ERROR') return { ...formatted, ...internal };
  return {
    ...formatted,
    message: formatted.message.replace(suggestion, ''),
    extensions: extensionsOf(formatted),
  };
}

type QueryPlan = Parameters<Experimental_DidResolveQueryPlanCallback>[0]['queryPlan'];

function createGateway({ subgraphs, log }: ApolloOptions, plans: BoundedStore<QueryPlan>) {
  // Otherwise Apollo probes the network to detect the cloud provider and sends telemetry about this machine every hour.
  process.env['APOLLO_TELEMETRY_DISABLED'] = 'true';
  return new ApolloGateway({
    supergraphSdl: supergraph,
    // The composition validated the supergraph, and the checks repeat it.
    validateSupergraph: false,
    queryPlannerConfig: { cache: plans, debug: { maxEvaluatedPlans: comparedPlans } },
    buildService: ({ name }) => {
      const upstream = subgraphs.get(name);
      if (!upstream) throw new Error(`The supergraph names ${name}, but no address is configured for it.`);
      return createDataSource(upstream, { takesOperators: name === operatorGraph });
    },
    logger: log,
  });
}

type Cost = (operation: CostedOperation) => number;

/** Rejects operations that cost too much before they are planned. Others wait until their account may run one. */
const admission = (cost: () => Cost): ApolloServerPlugin<GatewayContext> => ({
  requestDidStart: async () => ({
    async didResolveOperation({ contextValue, document, operation, request }) {
      if (!operation) return;
      const items = cost()({ document, operation, variables: request.variables ?? {} });
      if (items > limits.operationItems) throw rejection('OPERATION_TOO_LARGE');
      await contextValue.admit(operation.operation === 'mutation' ? 'mutation' : 'query', items);
    },
  }),
});

const createServer = (
  gateway: ApolloGateway,
  options: ApolloOptions,
  documents: BoundedStore<DocumentNode>,
  cost: () => Cost,
) =>
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
    documentStore: documents,
    plugins: [
      admission(cost),
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  });

/** Pause between two plans, in which waiting requests run. */
const planPauseMs = 10;

/** Error codes of operations that do not fit this graph. */
const rejections = new Set([
  'BAD_USER_INPUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_TOO_LARGE',
]);

const warmingContext: GatewayContext = {
  headers: {},
  operatorHeaders: {},
  warming: true,
  onServed: () => undefined,
  admit: async () => undefined,
};

/** Plans an operation without fetching. Returns the reason when it is rejected, else `null`. */
async function plan(
  server: ApolloServer<GatewayContext>,
  schema: GraphQLSchema,
  operation: RegisteredOperation,
) {
  const { query, name: operationName } = operation;
  const { body } = await server.executeOperation(
    { query, operationName, variables: sampleVariables(schema, query) },
    { contextValue: warmingContext },
  );
  const errors = body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
  return errors.find(({ extensions }) => rejections.has(String(extensions?.['code'])))?.message;
}

export interface Apollo {
  server: ApolloServer<GatewayContext>;
  /**
   * Plans operations one by one beside running requests and caches the plans. Returns the operations that do not fit
   * the graph. Stops when the signal is aborted.
   */
  warm(operations: readonly RegisteredOperation[], signal: AbortSignal): Promise<void>;
}

/** Creates the Apollo server: static supergraph, own data sources, cost limits. */
export function createApollo(options: ApolloOptions): Apollo {
  const plans = createBoundedStore<QueryPlan>(options.unregisteredCacheSize);
  const documents = createBoundedStore<DocumentNode>(options.unregisteredCacheSize);
  const gateway = createGateway(options, plans);
  let schema: GraphQLSchema | undefined;
  let cost: Cost | undefined;
  /** Created on first use, after the start. */
  const costOf = () => {
    if (!schema) throw new Error('The graph must be started before it executes operations.');
    return (cost ??= createCost(schema, readDeclaredCosts(supergraph)));
  };
  const server = createServer(gateway, options, documents, costOf);
  gateway.onSchemaLoadOrUpdate(({ apiSchema }) => {
    schema = apiSchema;
  });

  return {
    server,
    async warm(operations, signal) {
      if (!schema) throw new Error('The graph must be started before it is warmed.');
      for (const operation of operations) {
        if (signal.aborted) return;
        const reason = await plan(server, schema, operation);
        if (reason)
          options.log.warn({ operation: operation.name, reason }, 'a registered operation is rejected');
        plans.pin();
        documents.pin();
        await pause(planPauseMs);
      }
    },
  };
}
