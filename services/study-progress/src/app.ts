import { uuidV7 } from '@kumbuka/event-bus';
import type { RunningApp } from '@kumbuka/http-kit';
import { createIdentity } from '@kumbuka/identity';
import {
  assembleService,
  createFoundation,
  createJob,
  type Overrides as ServiceOverrides,
} from '@kumbuka/service-kit';
import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { contextOf } from './graphql/context.ts';
import { resolvers } from './graphql/resolvers.ts';
import { createOwnershipList } from './adapters/ownership-list.ts';
import { createReminderClient } from './adapters/reminder-client.ts';
import { createDecksClient } from './adapters/decks-client.ts';
import { routes } from './http/routes.ts';
import { fitAllWeights } from './jobs/fit-all-weights.ts';
import { finishAllIdleSessions } from './jobs/finish-idle-sessions.ts';
import { sendAllReminders } from './jobs/send-reminders.ts';
import { countAnswersBy } from './adapters/answer-limit.ts';
import { createWeightsFitter } from './adapters/weights/fit-in-process.ts';
import { createStores } from './store/stores.ts';
import { createStudyTransactions } from './store/transactions.ts';
import { userDeletion } from './store/user-deletion.ts';
import type { WeightsFitter } from './use-cases/ports.ts';
import { createUseCases } from './use-cases/use-cases.ts';

const sweepMs = 30_000;
const fitMs = 10 * 60_000;
const remindMs = 30_000;

/** Dependencies that tests can replace. */
export interface Overrides extends ServiceOverrides {
  sweepMs?: number;
  fitMs?: number;
  remindMs?: number;
  fitter?: WeightsFitter;
}

/** Builds the service without side effects; call `start()` to connect and listen. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { internalKey } = config;
  const foundation = createFoundation(config, overrides);
  const { connection, idempotency, rateLimiter, log, now } = foundation;

  const stores = createStores(connection);
  const { transact, within } = createStudyTransactions({ ...foundation, toEnvelope });
  const useCases = createUseCases({
    ...stores,
    ownership: createDecksClient({ baseUrl: config.decks.url, internalKey }),
    ownerships: createOwnershipList({ baseUrl: config.decks.url, internalKey }),
    transact,
    countAnswers: countAnswersBy(rateLimiter, config.answersPerMinute),
    forgetResponses: idempotency.forget,
    fitter: overrides.fitter ?? createWeightsFitter(),
    remind: createReminderClient({ baseUrl: config.auth.url, internalKey }),
    newId: uuidV7,
    newToken: () => randomBytes(24).toString('base64url'),
    now,
  });

  return assembleService(foundation, {
    identity: overrides.identity ?? createIdentity({ authUrl: config.auth.url, internalKey, log }),
    routes: routes(useCases, now),
    deletion: userDeletion({ within, idempotency }),
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers: resolvers(useCases, idempotency),
    buildContext: contextOf(useCases, now),
    listeners: listeners({ ...useCases, within, now }),
    jobs: [
      createJob({
        name: 'finish-idle-sessions',
        everyMs: overrides.sweepMs ?? sweepMs,
        run: finishAllIdleSessions({ ...useCases, ...stores, log }),
        log,
        now,
      }),
      createJob({
        name: 'fit-weights',
        everyMs: overrides.fitMs ?? fitMs,
        run: fitAllWeights({ ...useCases, ...stores, log }),
        log,
        now,
      }),
      createJob({
        name: 'send-reminders',
        everyMs: overrides.remindMs ?? remindMs,
        run: sendAllReminders({ ...useCases, ...stores, log }),
        log,
        now,
      }),
    ],
  });
}
