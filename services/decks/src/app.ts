import { createBus, createConsumer, createOutbox, createRelay } from '@kumbuka/event-bus';
import { createIdentity } from '@kumbuka/identity';
import {
  connectMongo,
  connectRedis,
  createIdAllocator,
  createIdempotency,
  createLog,
  createRateLimiter,
  createServer,
  forgetAnswers,
  inOrder,
  prepareCollections,
  registerRoutes,
  registerSubgraph,
  type Mongo,
  type Part,
  type RunningApp,
} from '@kumbuka/service-kit';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { listeners } from './events/consumes.ts';
import { eventOf } from './events/publishes.ts';
import { contextOf } from './graphql/context.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { createCardStore } from './store/card-store.ts';
import { readCatalog } from './store/catalog-store.ts';
import { createDeckStore } from './store/deck-store.ts';
import { createLearnerStore } from './store/learner-store.ts';
import { transactBy, unitOf } from './store/transaction.ts';
import { eraseLearner } from './use-cases/erase-learner.ts';
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

  const decks = createDeckStore(connection);
  const cards = createCardStore(connection);
  const learners = createLearnerStore(connection);
  const outbox = createOutbox({ connection });
  const ids = createIdAllocator(connection);
  const idempotency = createIdempotency({ connection });
  const rateLimiter = createRateLimiter({ redis: redis.client, log });

  const saving = { connection, outbox, eventOf };
  const does = createUseCases({
    now,
    transact: transactBy(saving),
    nextDeckId: () => ids.next('decks'),
    nextCardId: () => ids.next('flashcards'),
    takeCardIds: (count) => ids.take('flashcards', count),
    catalog: readCatalog(pathOf('../catalog')),
    listDecks: decks.list,
    findDeck: decks.find,
    findDecks: decks.findMany,
    findDeckOwner: decks.findOwner,
    readFacets: decks.facets,
    countDecks: decks.count,
    countAllDecks: learners.deckCount,
    pageOfCards: cards.page,
    allCards: cards.all,
    findCards: cards.findMany,
    findCardOwner: cards.findOwner,
  });
  const handled = routes(does);
  const erase = eraseLearner({
    bury: learners.bury,
    removeDecks: decks.removeAll,
    removeSomeCards: cards.removeSome,
    forgetAnswers: (learnerId) => forgetAnswers({ routes: handled, idempotency }, learnerId),
  });

  const relay = createRelay({ outbox, bus, connection, redis, log, name });
  const consumer = createConsumer({
    bus,
    connection,
    group: name,
    log,
    listeners: listeners({ unitOf: unitOf(saving), eraseLearner: erase }),
  });

  const collections: Part = {
    start: async () => {
      await prepareCollections(connection);
      await Promise.all([outbox.prepare(), idempotency.prepare()]);
    },
    stop: async () => undefined,
    isReady: () => true,
  };
  const listening: Part = {
    start: async () => void (await app.listen({ port: config.port, host: config.host })),
    stop: () => app.close(),
    isReady: () => app.server.listening,
  };
  const parts = inOrder([mongo, collections, redis, identity, bus, relay, consumer, listening]);

  const app = createServer({ log, internalKey, isReady: parts.isReady });
  registerRoutes(app, {
    routes: handled,
    identity,
    idempotency,
    rateLimiter,
    checkAnswers: config.environment === 'test',
    writesPerMinute,
  });
  await registerSubgraph(app, {
    schema: readFileSync(pathOf('../schema.graphql'), 'utf8'),
    resolvers: resolvers(does),
    identity,
    rateLimiter,
    buildContext: contextOf(does),
    writesPerMinute,
  });

  return { app, ...parts };
}
