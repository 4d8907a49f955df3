import { cardOwner, deckOwner } from '@kumbuka/contracts';
import { createBus, createConsumer, createOutbox, createRelay, uuidV7 } from '@kumbuka/event-bus';
import { createIdentity } from '@kumbuka/identity';
import {
  callService,
  createLog,
  createServer,
  inOrder,
  type Lifecycle,
  type RunningApp,
} from '@kumbuka/http-kit';
import {
  connectMongo,
  connectRedis,
  createIdempotency,
  createRateLimiter,
  prepareCollections,
  registerRoutes,
  registerSubgraph,
  type Mongo,
} from '@kumbuka/service-kit';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { listeners } from './events/consumes.ts';
import { eventsOf } from './events/publishes.ts';
import { contextOf } from './graphql/loaders.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { countAnswersBy } from './limits.ts';
import { changeLearnerBy, learnerWorkOf } from './store/learner-work.ts';
import { createProjectionStore } from './store/projection-store.ts';
import { createReviewStore } from './store/review-store.ts';
import { defineModels } from './store/schemas.ts';
import { createSweep } from './sweep.ts';
import { orNull } from './use-cases/find-ownership.ts';
import { createUseCases } from './use-cases/use-cases.ts';

const schemaPath = fileURLToPath(new URL('../schema.graphql', import.meta.url));
/** What an answer waits for decks at most is twice as long: a question without an answer is asked once more. */
const askMs = 750;
const sweepMs = 30_000;

/** What a test may replace. */
export interface Overrides {
  now?: () => Date;
  sweepMs?: number;
  /** A connection that the test listens to. */
  mongo?: Mongo;
}

/** Study-progress as one thing: nothing happens before start(). */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { name, internalKey, writesPerMinute, readsPerMinute } = config;
  const now = overrides.now ?? (() => new Date());
  const log = createLog(name, config.logLevel);

  const mongo = overrides.mongo ?? connectMongo({ ...config.mongo, log });
  const redis = connectRedis({ ...config.redis, log });
  const identity = createIdentity({ authUrl: config.auth.url, internalKey, log });
  const bus = createBus({ ...config.kafka, clientId: name, log });
  const decks = callService({ baseUrl: config.decks.url, internalKey, timeoutMs: askMs, retries: 1 });
  const { connection } = mongo;

  defineModels(connection);
  const projections = createProjectionStore(connection);
  const reviews = createReviewStore(connection);
  const outbox = createOutbox({ connection });
  const idempotency = createIdempotency({ connection });
  const rateLimiter = createRateLimiter({ redis: redis.client, log });

  const saving = { connection, projections, reviews, outbox, eventsOf: eventsOf(now) };
  const does = createUseCases({
    now,
    newId: uuidV7,
    countAnswers: countAnswersBy(rateLimiter, config.answersPerMinute),
    changeLearner: changeLearnerBy(saving),
    askCard: (cardId) => orNull(decks.get(`/internal/cards/${cardId}`, cardOwner)),
    askDeck: (deckId) => orNull(decks.get(`/internal/decks/${deckId}`, deckOwner)),
    readLearner: projections.learner,
    findDecks: projections.decks,
    decksDue: projections.decksDue,
    findCards: projections.cards,
    studiedCards: projections.studiedCards,
    dueCards: projections.dueCards,
    newCards: projections.newCards,
    outlines: projections.outlines,
    readDays: projections.days,
    logOfSession: reviews.ofSession,
    eraseReviews: reviews.erase,
    eraseProjections: projections.erase,
  });

  const relay = createRelay({ outbox, bus, connection, redis, log, name });
  const consumer = createConsumer({
    bus,
    connection,
    group: name,
    log,
    listeners: listeners({ workOf: learnerWorkOf(saving), eraseLearner: does.eraseLearner }),
  });
  const sweep = createSweep({
    idleLearners: projections.idleLearners,
    finishIdleSessions: does.finishIdleSessions,
    now,
    everyMs: overrides.sweepMs ?? sweepMs,
    log,
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
  const parts = inOrder([mongo, collections, redis, identity, bus, relay, consumer, sweep, listening]);

  const app = createServer({ log, internalKeys: config.internalKeys, isReady: parts.isReady });
  registerRoutes(app, {
    routes: routes(does, now),
    identity,
    idempotency,
    rateLimiter,
    checkAnswers: config.environment === 'test',
    writesPerMinute,
    readsPerMinute,
  });
  await registerSubgraph(app, {
    schema: readFileSync(schemaPath, 'utf8'),
    resolvers: resolvers(does),
    identity,
    rateLimiter,
    buildContext: contextOf(does, now),
    writesPerMinute,
  });

  return { app, ...parts };
}
