import { monthOf } from '@kumbuka/contracts';
import { countOutcomes, createAuditTrail, type RunningApp } from '@kumbuka/http-kit';
import { createIdentity } from '@kumbuka/identity';
import {
  assembleService,
  createFoundation,
  createTransactions,
  type Overrides as ServiceOverrides,
} from '@kumbuka/service-kit';
import type { Config } from './config.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { createBackground } from './jobs/background.ts';
import { createJobs, type JobPace } from './jobs/jobs.ts';
import { createEmailClient } from './adapters/email-client.ts';
import { createTimeouts, type CallerTimeouts } from './adapters/timeouts.ts';
import { createPaymentCounter, outcomeOf, paymentGauges } from './adapters/payment-metrics.ts';
import { createPaymentIds } from './adapters/payment-ids.ts';
import { createPaymentLimits } from './adapters/payment-limits.ts';
import { createIntaSend } from './adapters/provider/intasend.ts';
import { createBookStore } from './store/book-store.ts';
import { createStatements } from './store/statement-store.ts';
import { createStores } from './store/stores.ts';
import { userDeletion } from './store/user-deletion.ts';
import { createUseCases } from './use-cases/use-cases.ts';

/** Dependencies that tests can replace. */
export interface Overrides extends ServiceOverrides, JobPace {
  timeouts?: CallerTimeouts;
}

/** Builds the service without side effects; call `start()` to connect and listen. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { internalKey } = config;
  const foundation = createFoundation(config, overrides);
  const { connection, ids, idempotency, log, now, rateLimiter } = foundation;

  const counter = createPaymentCounter();
  const { transact, within } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
    onCommitted: countOutcomes(counter, outcomeOf),
  });
  const background = createBackground(log);
  const stores = { ...createStores(connection), statements: createStatements(connection) };
  const provider = createIntaSend(config.provider);
  const useCases = createUseCases({
    ...stores,
    transact,
    provider,
    origins: config.origins,
    books: createBookStore(connection),
    limits: createPaymentLimits(rateLimiter, config),
    ids: createPaymentIds(ids),
    handToAuth: createEmailClient({ baseUrl: config.auth.url, internalKey }),
    timeouts: createTimeouts(config.provider.timeoutMs, overrides.timeouts),
    background,
    requestName: idempotency.requestName,
    zone: config.zone,
    monthOf: (at) => monthOf(at, config.zone),
    forgetResponses: idempotency.forget,
    now,
  });

  const audit = createAuditTrail({ baseUrl: config.admin.url, internalKey, log });
  return assembleService(foundation, {
    identity: overrides.identity ?? createIdentity({ authUrl: config.auth.url, internalKey, log }),
    routes: routes(useCases, audit),
    deletion: userDeletion(connection, idempotency),
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers: resolvers(useCases, idempotency, audit, config.zone),
    buildContext: (request) => request,
    listeners: listeners({ ...useCases, within }),
    gauges: paymentGauges({ ...stores, provider, now }),
    counters: [counter],
    early: [background],
    jobs: createJobs(useCases, log, overrides),
  });
}
