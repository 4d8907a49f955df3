import { dateOf as dateIn } from '@kumbuka/contracts';
import { createDeadLetterAdmin, isUnavailable, uuidV7 } from '@kumbuka/event-bus';
import type { RunningApp } from '@kumbuka/http-kit';
import { createIdentity } from '@kumbuka/identity';
import { atStart } from '@kumbuka/runtime';
import {
  assembleService,
  createBodyHash,
  createConfirmedClock,
  createFoundation,
  createEventStatus,
  createTransactions,
  type Overrides as ServiceOverrides,
} from '@kumbuka/service-kit';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from './config.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { createJobs, createRunners, type JobPace } from './jobs/jobs.ts';
import { createEventAdmin } from './adapters/event-admin.ts';
import { createOwners } from './adapters/owners-client.ts';
import { createDemoPasswords } from './adapters/demo-passwords.ts';
import { forbiddenNotes } from './adapters/forbidden-notes.ts';
import { interruptible } from './store/interruptible.ts';
import { createStores } from './store/stores.ts';
import { createUseCases } from './use-cases/use-cases.ts';

/** Dependencies that tests can replace. */
export interface Overrides extends ServiceOverrides, JobPace {
  gathersEvents?: boolean;
  /** Milliseconds for which the clock is observed before demo users expire. */
  confirmMs?: number;
}

const elapsedMs = () => performance.now();
const pauseUntil = (ms: number, signal?: AbortSignal) =>
  pause(ms, undefined, signal && { signal }).catch(() => undefined);

/** Builds the service without side effects; call `start()` to connect and listen. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { internalKey, operatorKeys, services, timezone, deletableDomains } = config;
  const foundation = createFoundation(config, overrides);
  const { connection, crashAt, idempotency, ids, log, now, rateLimiter } = foundation;

  const { transact, within } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
  });
  const dateOf = (at: Date) => dateIn(at, timezone);
  const deadLetterAdmin = createDeadLetterAdmin({
    ...config.kafka,
    clientId: 'event-desk',
    log,
    withDispositionsDatabase: (work) => work(connection),
  });
  const useCases = createUseCases({
    ...createStores(connection),
    owners: createOwners({ services, internalKey }),
    eventAdmin: createEventAdmin({
      services,
      internalKey,
      own: createEventStatus(foundation),
      deadLetterAdmin,
    }),
    transact,
    transactNotes: interruptible(transact, crashAt),
    dateOf,
    mayNoteForbidden: forbiddenNotes(rateLimiter),
    deletableDomains,
    runs: {
      wakeDeletion: ({ id, requestedBy }) => (requestedBy === 'learner' ? erasures : deletions).wake(id),
      awaitDeletion: async (id) => void (await Promise.all([erasures.ended(id), deletions.ended(id)])),
      wakeBatch: (id) => batches.wake(id),
    },
    passwords: createDemoPasswords(config.idempotencyKeys),
    bodyHash: createBodyHash(config.idempotencyKeys),
    newNumbers: (prefix, count) => ids.take(`demo:${prefix}`, count),
    isUnavailable,
    pause: pauseUntil,
    newId: uuidV7,
    warn: (err, message) => log.warn({ err }, message),
    now,
    elapsedMs,
    confirmedNow: createConfirmedClock({ now, monotonic: elapsedMs, confirmMs: overrides.confirmMs }),
  });
  const { deletions, erasures, batches } = createRunners(useCases, log);
  const noteForbidden: typeof useCases.noteForbidden = (call) =>
    useCases
      .noteForbidden(call)
      .catch((error: unknown) => log.warn({ err: error }, 'a rejected call was not recorded'));

  const runners = [deletions, erasures, batches];
  const service = await assembleService(foundation, {
    identity: overrides.identity ?? createIdentity({ authUrl: services.auth, internalKey, log }),
    routes: routes(useCases, {
      now,
      ended: async (id) => void (await Promise.all([deletions.ended(id), batches.ended(id)])),
      isStopping: () => !deletions.isReady(),
    }),
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers: resolvers({ ...useCases, noteForbidden }, idempotency, now),
    buildContext: (request) => request,
    listeners: listeners({ within, dateOf }),
    early: [atStart(deadLetterAdmin.prepare), atStart(useCases.prepareListing)],
    gathersEvents: overrides.gathersEvents ?? true,
    operatorKeys,
    onForbidden: ({ operation, ...call }) => void noteForbidden({ action: operation, ...call }),
    jobs: [...runners, ...createJobs(useCases, foundation, overrides)],
  });
  // Requests that wait for the end of their work would otherwise keep the port open until their time limit.
  service.app.addHook('preClose', async () => runners.forEach((runner) => runner.abort()));
  return service;
}
