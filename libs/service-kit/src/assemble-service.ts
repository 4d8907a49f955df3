import { internalRoutes, restRoutes } from '@kumbuka/contracts';
import {
  createConsumer,
  failSoonWhenLost,
  createRelay,
  eventGauges,
  type EventConsumer,
  type Listener,
} from '@kumbuka/event-bus';
import { createServer, observeGauges, type Gauge, type RunningApp, type Counter } from '@kumbuka/http-kit';
import { atStart, inOrder, type Lifecycle } from '@kumbuka/runtime';
import type { Identity } from '@kumbuka/identity';
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import type { Foundation } from './foundation.ts';
import { prepareCollections } from './stores/prepare-collections.ts';
import { createEventStatus, eventStatusRoutes } from './event-status.ts';
import type { ForbiddenCall } from './http/route-caller.ts';
import { registerRoutes, type HandledRoute } from './http/routes.ts';
import { storeGauges } from './stores/store-gauges.ts';
import { registerSubgraph, type RequestContext, type Resolvers } from './graphql/subgraph.ts';
import { deletionStepRoute } from './deletion/deletion-step-route.ts';
import { createUserDeletion, type UserDeletion } from './deletion/user-deletion.ts';

export interface ServiceParts<Context extends object> {
  identity: Identity;
  routes: readonly HandledRoute[];
  /** File of the GraphQL schema. */
  schema: URL;
  resolvers: Resolvers;
  buildContext(request: RequestContext): Context;
  listeners?: readonly Listener[];
  /** Allows half a second of delay to gather events into larger batches. */
  gathersEvents?: boolean;
  /** Keys that identify operators; only for services with operator routes. */
  operatorKeys?: readonly string[];
  onForbidden?(call: ForbiddenCall): void;
  /** User data of the service and how it is deleted. */
  deletion?: UserDeletion;
  /** Gauges besides those of requests and events. */
  gauges?: readonly Gauge[];
  counters?: readonly Pick<Counter<never>, 'observe'>[];
  /** Components that start right after the collections exist. */
  early?: readonly Lifecycle[];
  /** Jobs; they start last, before the port opens. */
  jobs?: readonly Lifecycle[];
}

interface Prepared {
  prepare(): Promise<void>;
}

const collectionsOf = ({ connection, outbox, idempotency }: Foundation, deletion?: Prepared): Lifecycle =>
  atStart(async () => {
    await prepareCollections(connection);
    for (const each of [outbox, idempotency, deletion]) await each?.prepare();
  });

function consumersOf(
  { bus, connection, log, config, crashAt }: Foundation,
  {
    listeners = [],
    gathersEvents: gathers = false,
  }: Pick<ServiceParts<object>, 'listeners' | 'gathersEvents'>,
) {
  if (listeners.length === 0) return [];
  return [createConsumer({ bus, connection, log, crashAt, group: config.name, listeners, gathers })];
}

const forgedGauge = ({ countForged }: EventConsumer): Gauge => ({
  name: 'events_forged',
  help: 'Events since the start that a service other than their owner published; all were rejected.',
  read: async () => countForged(),
});

const rejectedGauge = ({ bus }: Foundation): Gauge => ({
  name: 'events_refused',
  help: 'Times since the start that Kafka rejected this login when it published or consumed.',
  read: async () => bus.countRejected(),
});

const listening = ({ config }: Foundation, app: FastifyInstance): Lifecycle => ({
  start: async () => void (await app.listen({ port: config.port, host: config.host })),
  stop: () => app.close(),
  isReady: () => app.server.listening,
});

/** Fails unless the service serves every route that the contracts assign to it. */
function assertServed(owner: string, routes: readonly HandledRoute[]) {
  const served = new Set(routes.map(({ route }) => route.operationId));
  const missing = [...restRoutes, ...internalRoutes]
    .filter((route) => route.owner === owner && !served.has(route.operationId))
    .map(({ operationId }) => operationId);
  if (missing.length > 0) throw new Error(`${owner} does not serve ${missing.join(', ')}.`);
}

/** Adds the metrics of a service to its app. */
function observe(
  app: FastifyInstance,
  foundation: Foundation,
  {
    listeners = [],
    gauges = [],
    counters = [],
  }: Pick<ServiceParts<object>, 'listeners' | 'gauges' | 'counters'>,
  consumers: readonly EventConsumer[],
) {
  const all = [
    ...eventGauges({ ...foundation, group: foundation.config.name, listeners }),
    ...consumers.map(forgedGauge),
    rejectedGauge(foundation),
    ...storeGauges(foundation),
    ...gauges,
  ];
  observeGauges(app, all, foundation.gaugesCachedForMs);
  for (const counter of counters) counter.observe(app);
}

/** Registers REST routes and GraphQL subgraph. */
async function registerSurfaces<Context extends object>(
  app: FastifyInstance,
  { config, connection, idempotency, rateLimiter }: Foundation,
  parts: ServiceParts<Context>,
  routes: readonly HandledRoute[],
) {
  const { writesPerMinute, readsPerMinute, environment } = config;
  const { identity, operatorKeys, onForbidden, schema, resolvers, buildContext } = parts;
  const shared = {
    connection,
    identity,
    rateLimiter,
    writesPerMinute,
    ...(operatorKeys && { operatorKeys }),
  };
  registerRoutes(app, {
    ...shared,
    ...(onForbidden && { onForbidden }),
    readsPerMinute,
    routes,
    idempotency,
    checkResponses: environment === 'test',
  });
  await registerSubgraph(app, { ...shared, schema: readFileSync(schema, 'utf8'), resolvers, buildContext });
}

/**
 * Assembles a service. Start order: stores, early components, identity, events, jobs, port; it stops in
 * reverse.
 */
export async function assembleService<Context extends object>(
  foundation: Foundation,
  parts: ServiceParts<Context>,
): Promise<RunningApp> {
  const { config, log, mongo, redis, bus } = foundation;
  const { internalKeys, metricsKey } = config;
  const { identity, early = [], jobs = [] } = parts;
  const deletion = parts.deletion && createUserDeletion(parts.deletion, foundation);
  const routes = [
    ...parts.routes,
    ...eventStatusRoutes(config.name, createEventStatus(foundation)),
    ...(deletion ? [deletionStepRoute(config.name, deletion)] : []),
  ];
  assertServed(config.name, routes);

  const app = createServer({
    log,
    internalKeys,
    metricsKey,
    isReady: () => lifecycle.isReady(),
    isAlive: () => lifecycle.isAlive(),
  });
  const consumers = consumersOf(foundation, parts);
  const lifecycle = inOrder([
    mongo,
    collectionsOf(foundation, deletion),
    ...early,
    ...(redis ? [redis] : []),
    identity,
    bus,
    createRelay({ ...foundation, name: config.name }),
    ...consumers,
    ...jobs,
    listening(foundation, app),
  ]);

  observe(app, foundation, parts, consumers);
  await registerSurfaces(app, foundation, parts, routes);
  return { app, ...lifecycle, stop: () => stopDespiteOutage(foundation, lifecycle) };
}

/** Stops a service. When MongoDB hangs, closes its connection first, because jobs and consumers would wait for it. */
async function stopDespiteOutage({ mongo, connection }: Foundation, { stop }: Lifecycle): Promise<void> {
  const stopping = stop();
  await failSoonWhenLost(connection, () => stopping).catch(() => mongo.stop());
  await stopping;
}
