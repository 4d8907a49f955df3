import { uuidV7 } from '@kumbuka/event-bus';
import { createAuditTrail, type RunningApp } from '@kumbuka/http-kit';
import { createIdentity } from '@kumbuka/identity';
import {
  assembleService,
  createFoundation,
  createJob,
  createTransactions,
  type Overrides as FoundationOverrides,
} from '@kumbuka/service-kit';
import type { Config } from './config.ts';
import { createDecksClient } from './adapters/decks-client.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { createGenerationTally, generationReadings, outcomeOf } from './adapters/generation-metrics.ts';
import { createEmbeddedProvider } from './adapters/providers/embedded.ts';
import { createRunner } from './adapters/runner.ts';
import { createCostStore } from './store/cost-store.ts';
import { createStores } from './store/stores.ts';
import { userDeletion } from './store/user-deletion.ts';
import type { CardProvider } from './use-cases/ports.ts';
import { createUseCases } from './use-cases/use-cases.ts';

const watchMs = 2_000;

/** Dependencies that tests replace. */
export interface Overrides extends FoundationOverrides {
  provider?: CardProvider;
  /** Monotonic clock in milliseconds. */
  monotonic?: () => number;
  watchMs?: number;
}

/** Loaded only with a configured model, because loading it takes time and memory. */
const loadOpenAi = async () => (await import('./adapters/providers/openai.ts')).createOpenAiProvider;

/** Builds the service without side effects; call `start()` to connect and listen. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { internalKey } = config;
  const { monotonic = () => performance.now() } = overrides;
  const foundation = createFoundation(config, overrides);
  const { connection, ids, idempotency, rateLimiter, log, now } = foundation;

  const tally = createGenerationTally();
  const { transact, within } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
    onCommitted: (events) => {
      for (const outcome of events.map(outcomeOf)) if (outcome) tally.count(outcome);
    },
  });
  const stores = createStores(connection);
  const runner = createRunner({ ...stores, log });
  const costs = createCostStore(connection, { ...config, now });
  const embedded = createEmbeddedProvider();
  const openai = config.openai && (await loadOpenAi())({ ...config.openai, costs, log, monotonic });
  const provider = overrides.provider ?? openai ?? embedded;
  // Not awaited: the service answers meanwhile.
  const warmUp = async () => void (provider === embedded && embedded.warm());
  const useCases = createUseCases({
    ...stores,
    decks: createDecksClient({ baseUrl: config.decks.url, internalKey }),
    costs,
    provider,
    fallback: embedded,
    transact,
    runner,
    ids: { newGenerationId: () => ids.next('generations'), newRunnerId: uuidV7 },
    zone: config.zone,
    countCall: (userId) =>
      rateLimiter.check({
        name: 'generation',
        key: String(userId),
        limit: config.generationsPerMinute,
        windowSeconds: 60,
      }),
    forgetResponses: idempotency.forget,
    requestName: idempotency.requestName,
    warn: (error, message) => log.warn({ err: error }, message),
    now,
  });

  const audit = createAuditTrail({
    baseUrl: config.admin.url,
    internalKey,
    warn: (error, message) => log.warn({ err: error }, message),
  });

  const service = await assembleService(foundation, {
    identity: overrides.identity ?? createIdentity({ authUrl: config.auth.url, internalKey, log }),
    routes: routes(useCases),
    deletion: userDeletion(connection, idempotency),
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers: resolvers(useCases, idempotency, audit),
    buildContext: (request) => request,
    listeners: listeners({ ...useCases, within }),
    readings: generationReadings({ provider, costs, now }),
    tallies: [tally],
    early: [{ start: warmUp, stop: embedded.stop, isReady: () => true }],
    jobs: [
      runner,
      createJob({
        name: 'fail-abandoned',
        everyMs: overrides.watchMs ?? watchMs,
        run: () => useCases.failAbandoned(monotonic()),
        atStart: true,
        log,
        now,
      }),
    ],
  });
  // Requests that wait for cards would otherwise keep the port open until their time limit.
  service.app.addHook('preClose', async () => runner.abort());
  return service;
}
