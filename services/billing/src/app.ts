import { authInternalRoutes, monthOf } from '@kumbuka/contracts';
import { callService, createAuditTrail, matchesKey, type RunningApp } from '@kumbuka/http-kit';
import { createIdentity } from '@kumbuka/identity';
import {
  assembleService,
  createFoundation,
  createTransactions,
  type Overrides as ServiceOverrides,
} from '@kumbuka/service-kit';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Config } from './config.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { createBackground } from './jobs/background.ts';
import { createJobs, type JobPace } from './jobs/jobs.ts';
import { createPaymentTally, outcomeOf, paymentReadings } from './adapters/payment-metrics.ts';
import { createIntaSend } from './adapters/provider/intasend.ts';
import { createStatementStore } from './store/statement-store.ts';
import { createStores } from './store/stores.ts';
import { userDeletion } from './store/user-deletion.ts';
import { createUseCases } from './use-cases/use-cases.ts';

/** Dependencies that tests can replace. */
export interface Overrides extends ServiceOverrides, JobPace {}

const hour = 3_600;
/** A learner returns from one payment at a time, and its page polls about twice a second for a minute. */
const unknownInvoicesPerHour = 10;
const foreignInvoicesPerHour = 120;
const authTimeoutMs = 3_000;
/** Added to the timeout of the provider, for our own writes before and after the call. */
const callMarginMs = 3_000;

/** Builds a UUID (version 8, RFC 9562) from the first 16 bytes. */
function uuidOf(bytes: Buffer): string {
  const id = Buffer.from(bytes.subarray(0, 16));
  id[6] = (id.readUInt8(6) & 0x0f) | 0x80;
  id[8] = (id.readUInt8(8) & 0x3f) | 0x80;
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Builds the service without side effects; call `start()` to connect and listen. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { internalKey } = config;
  const foundation = createFoundation(config, overrides);
  const { connection, ids, idempotency, log, now, rateLimiter } = foundation;

  const tally = createPaymentTally();
  const { transact, within } = createTransactions({
    ...foundation,
    storesIn: (session) => createStores(connection, session),
    toEnvelope,
    onCommitted: (events) => {
      for (const outcome of events.map(outcomeOf)) if (outcome) tally.count(outcome);
    },
  });
  const [idempotencyKey, ...otherKeys] = config.idempotencyKeys;
  const phoneHash = (phone: string) => (key: string) =>
    createHmac('sha256', `phone ${key}`).update(phone).digest('base64url');
  const phoneHashes = (phone: string): [string, ...string[]] => {
    const hashWith = phoneHash(phone);
    return [hashWith(idempotencyKey), ...otherKeys.map(hashWith)];
  };
  /**
   * One learner may use half of a phone's prompts, so that no account locks a phone for others. During a rotation
   * prompts are counted under both keys, so that replicas agree.
   */
  const promptRules = (phone: string, learnerId: number) =>
    phoneHashes(phone).flatMap((key) => {
      const [limit, windowSeconds] = [config.promptsPerHour, hour];
      const ofLearner = { key: `${learnerId}:${key}`, limit: Math.ceil(limit / 2), windowSeconds };
      return [
        { name: 'billing-prompts-of-learner', ...ofLearner },
        { name: 'billing-prompts', key, limit, windowSeconds },
      ];
    });
  const background = createBackground(log);
  const auth = callService({ baseUrl: config.auth.url, internalKey, timeoutMs: authTimeoutMs });
  const stores = {
    ...createStores(connection),
    statements: createStatementStore(connection, 'paid'),
    refundList: createStatementStore(connection, 'refunds'),
  };
  const provider = createIntaSend(config.provider);
  const useCases = createUseCases({
    ...stores,
    transact,
    provider,
    origins: config.origins,
    isChallenge: (value) => matchesKey(value, config.challenge),
    countAttempt: (learnerId) =>
      rateLimiter.check({
        name: 'billing-checkouts',
        key: String(learnerId),
        limit: config.checkoutsPerHour,
        windowSeconds: hour,
      }),
    reservePrompt: (phone, learnerId) => rateLimiter.reserve(promptRules(phone, learnerId)),
    phoneHashes,
    callLeaseMs: config.provider.timeoutMs + callMarginMs,
    countUnknownInvoice: (learnerId) =>
      rateLimiter.check({
        name: 'billing-unknown-invoices',
        key: String(learnerId),
        limit: unknownInvoicesPerHour,
        windowSeconds: hour,
      }),
    countForeignInvoice: (learnerId) =>
      rateLimiter.check({
        name: 'billing-foreign-invoices',
        key: String(learnerId),
        limit: foreignInvoicesPerHour,
        windowSeconds: hour,
      }),
    handToAuth: ({ ownerId: userId, key, letter }) =>
      auth.call(authInternalRoutes.sendMail, { body: { userId, key, letter } }),
    goOn: background.goOn,
    newPaymentId: randomUUID,
    requestName: idempotency.requestName,
    paymentIdOf: (name, attempt) => uuidOf(createHash('sha256').update(`${name}:${attempt}`).digest()),
    newReceiptNumber: async (at) =>
      `KMB-${at.getUTCFullYear()}-${String(await ids.next('receipts')).padStart(6, '0')}`,
    monthOf: (at) => monthOf(at, config.zone),
    forgetResponses: idempotency.forget,
    now,
  });

  const audit = createAuditTrail({
    baseUrl: config.admin.url,
    internalKey,
    warn: (error, message) => log.warn({ err: error }, message),
  });
  return assembleService(foundation, {
    identity: overrides.identity ?? createIdentity({ authUrl: config.auth.url, internalKey, log }),
    routes: routes(useCases, audit),
    deletion: userDeletion(connection, idempotency),
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers: resolvers(useCases, idempotency, audit),
    buildContext: (request) => request,
    listeners: listeners({ ...useCases, within }),
    readings: paymentReadings({ ...stores, provider, now }),
    tallies: [tally],
    early: [background],
    jobs: createJobs(useCases, log, overrides),
  });
}
