import { uuidV7 } from '@kumbuka/event-bus';
import { countOutcomes, createAuditTrail, type RunningApp } from '@kumbuka/http-kit';
import { createIdentity } from '@kumbuka/identity';
import {
  assembleService,
  createFoundation,
  createJob,
  createTransactions,
  type Overrides as ServiceOverrides,
} from '@kumbuka/service-kit';
import type { Config } from './config.ts';
import { createDecksClient } from './adapters/decks-client.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { countGenerationsBy } from './adapters/generation-limit.ts';
import { createGenerationCounter, generationGauges, outcomeOf } from './adapters/generation-metrics.ts';
import { createProviders } from './adapters/providers/providers.ts';
import { createRunner } from './adapters/runner.ts';
import { createCostStore } from './store/cost-store.ts';
import { createStores } from './store/stores.ts';
import { userDeletion } from './store/user-deletion.ts';
import type { CardProvider } from './use-cases/ports.ts';
import { createUseCases } from './use-cases/use-cases.ts';

const watchMs = 2_000;

/** Dependencies that tests can replace. */
export interface Overrides extends ServiceOverrides {
  provider?: CardProvider;
  /** Monotonic clock in milliseconds. */
  monotonic?: () => number;
  watchMs?: number;
}

/** Builds the service without side effects; call `start()` to connect and listen. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { internalKey } = config;
  const { monotonic = () => performance.now() } = overrides;
  const foundation = createFoundation(config, overrides);
  const { connection, ids, idempotency, rateLimiter, log, now } = foundation;

  const counter = createGenerationCounter();
  const { transact, within } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
    onCommitted: countOutcomes(counter, outcomeOf),
  });
  const stores = createStores(connection);
  const runner = createRunner({ ...stores, log });
  const costs = createCostStore(connection, { ...config, now });
  const { provider, fallback, thread } = await createProviders({
    openai: config.openai,
    replacement: overrides.provider,
    costs,
    log,
    monotonic,
  });
  const useCases = createUseCases({
    ...stores,
    decks: createDecksClient({ baseUrl: config.decks.url, internalKey }),
    costs,
    provider,
    fallback,
    transact,
    runner,
    ids: { newGenerationId: () => ids.next('generations'), newRunnerId: uuidV7 },
    zone: config.zone,
    countCall: countGenerationsBy(rateLimiter, config.generationsPerMinute),
    forgetResponses: idempotency.forget,
    requestName: idempotency.requestName,
    warn: (error, message) => log.warn({ err: error }, message),
    now,
  });

  const audit = createAuditTrail({ baseUrl: config.admin.url, internalKey, log });
  const service = await assembleService(foundation, {
    identity: overrides.identity ?? createIdentity({ authUrl: config.auth.url, internalKey, log }),
    routes: routes(useCases),
    deletion: userDeletion(connection, idempotency),
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers: resolvers(useCases, idempotency, audit),
    buildContext: (request) => request,
    listeners: listeners({ ...useCases, within }),
    gauges: generationGauges({ provider, costs, now }),
    counters: [counter],
    early: [thread],
    jobs: [
      runner,
      createJob({
        name: 'fail-abandoned',
        everyMs: overrides.watchMs ?? watchMs,
        run: (_at, isOver) => useCases.failAbandoned(monotonic(), isOver),
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
