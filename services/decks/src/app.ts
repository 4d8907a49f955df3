import type { RunningApp } from '@kumbuka/http-kit';
import { createIdentity } from '@kumbuka/identity';
import { assembleService, createFoundation, createTransactions, type Overrides } from '@kumbuka/service-kit';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { contextOf } from './graphql/context.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { readCatalog } from './store/catalog-store.ts';
import { createStores } from './store/stores.ts';
import { userDeletion } from './store/user-deletion.ts';
import { createUseCases } from './use-cases/use-cases.ts';

const catalogFolder = fileURLToPath(new URL('../catalog', import.meta.url));

/** Builds the service without side effects; call `start()` to connect and listen. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { internalKey } = config;
  const foundation = createFoundation(config, overrides);
  const { connection, ids, idempotency, log, now } = foundation;

  const { transact, within } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
  });
  const useCases = createUseCases({
    ...createStores(connection),
    catalog: readCatalog(catalogFolder),
    transact,
    newDeckId: () => ids.next('decks'),
    newCardId: () => ids.next('flashcards'),
    newCardIds: (count) => ids.take('flashcards', count),
    forgetResponses: idempotency.forget,
    now,
  });

  return assembleService(foundation, {
    identity: overrides.identity ?? createIdentity({ authUrl: config.auth.url, internalKey, log }),
    routes: routes(useCases),
    deletion: userDeletion(connection, idempotency),
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers: resolvers(useCases, idempotency),
    buildContext: contextOf(useCases),
    listeners: listeners({ ...useCases, within }),
  });
}
