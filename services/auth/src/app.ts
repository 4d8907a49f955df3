import type { RunningApp } from '@kumbuka/http-kit';
import {
  assembleService,
  createConfirmedClock,
  createFoundation,
  createSealedBox,
  type Overrides as ServiceOverrides,
} from '@kumbuka/service-kit';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from './config.ts';
import { createAccess } from './adapters/crypto/access.ts';
import { createCodeSecrets } from './adapters/crypto/code-secrets.ts';
import { createPasswords } from './adapters/crypto/passwords.ts';
import type { HashCost } from './domain/account/password.ts';
import { listeners } from './events/consumes.ts';
import { toEnvelope } from './events/publishes.ts';
import { contextOf } from './graphql/context.ts';
import { resolvers } from './graphql/resolvers.ts';
import { routes } from './http/routes.ts';
import { createJobs, type JobPace } from './jobs/jobs.ts';
import { createSigning } from './jobs/signing.ts';
import { createPushSender, type PushSenderOptions } from './adapters/push/push-sender.ts';
import { createMailWorker } from './adapters/mail/mail-worker.ts';
import { createMailSender } from './adapters/mail/smtp.ts';
import { createAttemptLimits } from './adapters/attempt-limits.ts';
import { readCommonPasswords } from './store/common-passwords.ts';
import { createStores } from './store/stores.ts';
import { createAuthTransactions } from './store/transactions.ts';
import { userDeletion } from './store/user-deletion.ts';
import { createUseCases } from './use-cases/use-cases.ts';

/** Above the time of a lookup by address. */
const leastResponseMs = 20;

/** Dependencies that tests can replace. */
export interface Overrides extends ServiceOverrides, JobPace {
  /** Milliseconds over which an expiry is confirmed. */
  confirmMs?: number;
  /** Monotonic clock in milliseconds. */
  elapsedMs?: () => number;
  /** Milliseconds between two reads of revocations. */
  pollMs?: number;
  hashCost?: HashCost | undefined;
  /** Replaces the requests to push services. */
  postPush?: PushSenderOptions['post'];
  /** Delay of an email with a code in milliseconds. */
  codeDelayMs?: (() => number) | undefined;
}

/** Builds the service without side effects; call `start()` to connect and listen. */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { elapsedMs = () => performance.now(), pollMs } = overrides;
  const { codes, keys, mail } = config;
  const foundation = createFoundation(config, overrides);
  const { connection, ids, idempotency, log, now, rateLimiter } = foundation;

  const secrets = createCodeSecrets(codes.secrets);
  const mailBox = createSealedBox(codes.secrets, 'mails');
  const stores = createStores(connection, mailBox);
  const { within, serially, ...transactions } = createAuthTransactions({
    ...foundation,
    mailBox,
    toEnvelope,
  });
  const { identity, keyRing, signingKeys, tokens } = createAccess({
    ...stores,
    secrets: keys.secrets,
    log,
    now,
    elapsedMs,
    pollMs,
  });
  const mailWorker = createMailWorker({
    ...stores,
    sender: createMailSender(mail.smtpUrl, mail.from),
    now,
    log,
  });

  const useCases = createUseCases({
    ...stores,
    ...transactions,
    signingKeys,
    secrets,
    tokens,
    passwords: await createPasswords(readCommonPasswords(), overrides.hashCost),
    pushes: createPushSender({
      privateKey: config.vapidPrivateKey,
      subject: `mailto:${/[^\s<>]+@[^\s<>]+/.exec(mail.from)?.[0] ?? mail.from}`,
      log,
      post: overrides.postPush,
    }),
    limits: createAttemptLimits(rateLimiter, config.limits, secrets),
    rules: { ...codes, webOrigin: config.webOrigin, rotationDays: keys.rotationDays },
    wakeMailWorker: mailWorker.wake,
    codeDelayMs: overrides.codeDelayMs ?? (() => randomInt(200, 1_200)),
    leastResponseTime: () => pause(leastResponseMs),
    forgetResponses: idempotency.forget,
    ids: { newAccountId: () => ids.next('users'), newId: randomUUID },
    now,
    confirmedNow: createConfirmedClock({ now, monotonic: elapsedMs, confirmMs: overrides.confirmMs }),
  });

  const { rotate, signing } = createSigning({ ...useCases, ...stores.revocations, keyRing });
  return assembleService(foundation, {
    identity,
    routes: routes(useCases),
    deletion: userDeletion({ ...useCases, within, idempotency, inTurn: serially }),
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers: resolvers(useCases, idempotency),
    buildContext: contextOf(useCases),
    listeners: listeners(useCases),
    early: [signing],
    jobs: [mailWorker, ...createJobs({ useCases, rotate, log }, overrides)],
  });
}
