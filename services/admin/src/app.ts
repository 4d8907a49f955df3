import { uuidV7 } from '@kumbuka/event-bus';
import type { RunningApp } from '@kumbuka/http-kit';
import { createIdentity } from '@kumbuka/identity';
import {
  assembleService,
  createFoundation,
  createJob,
  createTransactions,
  type Overrides as FoundationOverrides,
} from '@kumbuka/service-kit';
import type { Config } from './config.ts';
import { datesOf } from './domain/directory/day.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { contextOf } from './graphql/context.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { createOwners } from './owners/owners-client.ts';
import { forbiddenNotes } from './store/forbidden-notes.ts';
import { createStores } from './store/stores.ts';
import { createUseCases } from './use-cases/use-cases.ts';

const refreshMs = 1_000;

/** What a test may replace. */
export interface Overrides extends FoundationOverrides {
  refreshMs?: number;
}

/** Admin as one thing: nothing happens before start(). */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { internalKey, operatorKeys, services, timezone } = config;
  const foundation = createFoundation(config, overrides);
  const { connection, idempotency, log, now, rateLimiter } = foundation;

  const { transact, within } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
  });
  const dateOf = datesOf(timezone);
  const useCases = createUseCases({
    ...createStores(connection),
    owners: createOwners({ services, internalKey }),
    transact,
    dateOf,
    mayNoteForbidden: forbiddenNotes(rateLimiter),
    newId: uuidV7,
    now,
  });
  const noteForbidden: typeof useCases.noteForbidden = (call) =>
    useCases
      .noteForbidden(call)
      .catch((error: unknown) => log.warn({ err: error }, 'a refused call was not noted'));

  return assembleService(foundation, {
    identity: createIdentity({ authUrl: services.auth, internalKey, log }),
    routes: routes(useCases, now),
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers: resolvers({ ...useCases, noteForbidden }, idempotency, now),
    buildContext: contextOf,
    listeners: listeners({ within, dateOf }),
    operatorKeys,
    onForbidden: ({ operation, ...call }) => void noteForbidden({ action: operation, ...call }),
    jobs: [
      createJob({
        name: 'refresh-users',
        everyMs: overrides.refreshMs ?? refreshMs,
        run: useCases.refreshUsers,
        log,
        now,
      }),
    ],
  });
}
