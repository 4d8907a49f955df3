import { createBus, createConsumer, createOutbox, createRelay } from '@kumbuka/event-bus';
import { createIdentity } from '@kumbuka/identity';
import { createLog, createServer, inOrder, type Lifecycle, type RunningApp } from '@kumbuka/http-kit';
import {
  connectMongo,
  connectRedis,
  createIdAllocator,
  createIdempotency,
  createRateLimiter,
  createTransactions,
  prepareCollections,
  registerRoutes,
  registerSubgraph,
  type Mongo,
} from '@kumbuka/service-kit';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { contextOf } from './graphql/context.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { readCatalog } from './store/catalog-store.ts';
import { createStores } from './store/stores.ts';
import { createUseCases } from './use-cases/use-cases.ts';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** What a test may replace. */
export interface Overrides {
  now?: () => Date;
  mongo?: Mongo;
}

/** Decks as one thing: nothing happens before start(). */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { name, internalKey, writesPerMinute } = config;
  const now = overrides.now ?? (() => new Date());
  const log = createLog(name, config.logLevel);

  const mongo = overrides.mongo ?? connectMongo({ ...config.mongo, log });
  const redis = connectRedis({ ...config.redis, log });
  const identity = createIdentity({ authUrl: config.auth.url, internalKey, log });
  const bus = createBus({ ...config.kafka, clientId: name, log });
  const { connection } = mongo;

  const outbox = createOutbox({ connection });
  const ids = createIdAllocator(connection);
  const idempotency = createIdempotency({ connection });
  const rateLimiter = createRateLimiter({ redis: redis.client, log });

  const { transact, within } = createTransactions({
    connection,
    outbox,
    idempotency,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
  });
  const useCases = createUseCases({
    ...createStores(connection),
    catalog: readCatalog(pathOf('../catalog')),
    transact,
    newDeckId: () => ids.next('decks'),
    newCardId: () => ids.next('flashcards'),
    newCardIds: (count) => ids.take('flashcards', count),
    forgetAnswers: idempotency.forget,
    now,
  });

  const relay = createRelay({ outbox, bus, connection, redis, log, name });
  const consumer = createConsumer({
    bus,
    connection,
    group: name,
    log,
    listeners: listeners({ ...useCases, within }),
  });

  const collections: Lifecycle = {
    start: async () => {
      await prepareCollections(connection);
      await Promise.all([outbox.prepare(), idempotency.prepare()]);
    },
    stop: async () => undefined,
    isReady: () => true,
  };
  const listening: Lifecycle = {
    start: async () => void (await app.listen({ port: config.port, host: config.host })),
    stop: () => app.close(),
    isReady: () => app.server.listening,
  };
  const parts = inOrder([mongo, collections, redis, identity, bus, relay, consumer, listening]);

  const app = createServer({ log, internalKey, isReady: parts.isReady });
  registerRoutes(app, {
    routes: routes(useCases),
    identity,
    idempotency,
    rateLimiter,
    checkAnswers: config.environment === 'test',
    writesPerMinute,
  });
  await registerSubgraph(app, {
    schema: readFileSync(pathOf('../schema.graphql'), 'utf8'),
    resolvers: resolvers(useCases, idempotency),
    identity,
    rateLimiter,
    buildContext: contextOf(useCases),
    writesPerMinute,
  });

  return { app, ...parts };
}
