import { monthOf } from '@kumbuka/contracts';
import type { RunningApp } from '@kumbuka/http-kit';
import { createIdentity } from '@kumbuka/identity';
import { assembleService, createFoundation, createTransactions, type Overrides } from '@kumbuka/service-kit';
import type { Config } from './config.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { createStores } from './store/stores.ts';
import { createUseCases } from './use-cases/use-cases.ts';

/** Billing as one thing: nothing happens before start(). */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { internalKey } = config;
  const foundation = createFoundation(config, overrides);
  const { connection, idempotency, log, now } = foundation;

  const { transact } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
  });
  const useCases = createUseCases({
    ...createStores(connection),
    transact,
    monthOf: (at) => monthOf(at, config.zone),
    forgetAnswers: idempotency.forget,
    now,
  });

  return assembleService(foundation, {
    identity: createIdentity({ authUrl: config.auth.url, internalKey, log }),
    routes: routes(useCases),
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers: resolvers(useCases, idempotency),
    buildContext: (asker) => asker,
    listeners: listeners(useCases),
  });
}
