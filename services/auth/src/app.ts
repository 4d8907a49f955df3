import { createBus, createOutbox, createRelay } from '@kumbuka/event-bus';
import { createIdentity } from '@kumbuka/identity';
import { createLog, createServer, inOrder, type Lifecycle, type RunningApp } from '@kumbuka/http-kit';
import {
  connectMongo,
  connectRedis,
  createIdAllocator,
  createIdempotency,
  createRateLimiter,
  prepareCollections,
  registerRoutes,
  registerSubgraph,
} from '@kumbuka/service-kit';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createChore } from './chores.ts';
import type { Config } from './config.ts';
import { grantAccess } from './crypto/access-tokens.ts';
import { createCodeSecrets } from './crypto/code-secrets.ts';
import { createKeyRing, makeKey } from './crypto/key-ring.ts';
import { hashPassword, verifyPassword } from './crypto/password-hasher.ts';
import { createSealedBox } from './crypto/sealed-box.ts';
import { createTurns } from './crypto/turns.ts';
import { eventOf } from './events/publishes.ts';
import { contextOf } from './graphql/loaders.ts';
import { resolvers } from './graphql/resolvers.ts';
import { internalRoutes, registerPresence } from './http/internal-routes.ts';
import { routes } from './http/routes.ts';
import { createLimits } from './limits.ts';
import { createPostman } from './mail/postman.ts';
import { createMailSender } from './mail/smtp.ts';
import { createAccountStore } from './store/account-store.ts';
import { createCodeStore } from './store/code-store.ts';
import { readCommonPasswords } from './store/common-passwords.ts';
import { createMailStore } from './store/mail-store.ts';
import { createRevocationStore } from './store/revocation-store.ts';
import { createSessionStore } from './store/session-store.ts';
import { createSigningKeyStore } from './store/signing-key-store.ts';
import { transactBy } from './store/transaction.ts';
import { createTurnStore } from './store/turn-store.ts';
import { createUseCases } from './use-cases/use-cases.ts';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Each hash takes 19 MiB while it is made. */
const hashesAtOnce = 4;
const hashesWaiting = 200;
const revocationsWaiting = 1_000;
const choresMs = 15 * 60_000;

/** What a test may replace. */
export interface Overrides {
  now?: () => Date;
  choresMs?: number;
}

/** Auth as one thing: nothing happens before start(). */
export async function createApp(config: Config, overrides: Overrides = {}): Promise<RunningApp> {
  const { name, internalKey, writesPerMinute } = config;
  const now = overrides.now ?? (() => new Date());
  const log = createLog(name, config.logLevel);

  const mongo = connectMongo({ ...config.mongo, log });
  const redis = connectRedis({ ...config.redis, log });
  const bus = createBus({ ...config.kafka, clientId: name, log });
  const { connection } = mongo;

  const codeSecrets = createCodeSecrets(config.codes.secret);
  const keyBox = createSealedBox(config.keys.secret, 'signing keys');
  const mailBox = createSealedBox(config.codes.secret, 'mails');
  const accounts = createAccountStore(connection);
  const codes = createCodeStore(connection);
  const turns = createTurnStore(connection);
  const sessions = createSessionStore(connection);
  const revocations = createRevocationStore(connection);
  const keys = createSigningKeyStore(connection);
  const mails = createMailStore(connection, mailBox);
  const outbox = createOutbox({ connection });
  const ids = createIdAllocator(connection);
  const idempotency = createIdempotency({ connection, secret: config.codes.secret });
  const rateLimiter = createRateLimiter({ redis: redis.client, log });

  const keyRing = createKeyRing({ readKeys: keys.readAll, box: keyBox, now });
  const identity = createIdentity({
    source: { readJwks: keyRing.readJwks, readRevocations: revocations.read },
    log,
    now,
  });
  const sender = createMailSender(config.mail.smtpUrl, config.mail.from);
  const postman = createPostman({ ...mails, ...sender, now, log });

  const transact = transactBy({ connection, outbox, mailBox, eventOf });
  const inLine = createTurns(1, revocationsWaiting);
  const does = createUseCases({
    ...codeSecrets,
    ...createLimits(rateLimiter, config.limits, codeSecrets.addressKeyOf),
    now,
    transact,
    transactInLine: (work) => inLine(() => transact(work)),
    commonPasswords: readCommonPasswords(pathOf('../data/common-passwords.txt')),
    dummyHash: await hashPassword(randomBytes(32).toString('base64')),
    inTurn: createTurns(hashesAtOnce, hashesWaiting),
    hashPassword,
    verifyPassword,
    newAccountId: () => ids.next('users'),
    newSessionId: randomUUID,
    newCodeId: randomUUID,
    newMailId: randomUUID,
    devCodes: config.codes.inAnswers,
    wakePostman: postman.wake,
    findAccount: accounts.find,
    readAccounts: accounts.findMany,
    findAccountByEmail: accounts.findByEmail,
    findTaken: accounts.findTaken,
    findUnverified: accounts.findUnverified,
    replaceHash: accounts.replaceHash,
    saveSession: sessions.insert,
    findSession: sessions.find,
    grantAccess: grantAccess({ signer: keyRing.signer, now }),
    takeTurn: (addressKey, purpose, at) => turns.take(addressKey, purpose, at, config.codes),
    countTry: codes.countTry,
    findCode: codes.find,
    readKeyTimes: keys.readAll,
    addKey: async (next) => keys.insert(await makeKey(keyBox, { id: randomUUID(), ...next })),
    removeKey: keys.remove,
    rotationDays: config.keys.rotationDays,
    /** Twice: a read that was under way may have begun before the commit. Others learn it within 2 s. */
    learnRevocations: async () => {
      await identity
        .refresh()
        .then(identity.refresh)
        .catch(() => undefined);
    },
  });

  const rotate = async () => {
    await does.rotateKeys();
    await keyRing.load();
    await keyRing.signer();
  };
  const collections: Lifecycle = {
    start: async () => {
      await prepareCollections(connection);
      await Promise.all([outbox.prepare(), idempotency.prepare(), revocations.prepare()]);
      await rotate();
    },
    stop: async () => undefined,
    isReady: keyRing.isLoaded,
  };
  const everyMs = overrides.choresMs ?? choresMs;
  const chores = [
    createChore({ name: 'rotate keys', everyMs, work: rotate, log }),
    createChore({ name: 'purge abandoned accounts', everyMs, work: does.purgeAbandoned, log }),
  ];
  const relay = createRelay({ outbox, bus, connection, redis, log, name });
  const listening: Lifecycle = {
    start: async () => void (await app.listen({ port: config.port, host: config.host })),
    stop: () => app.close(),
    isReady: () => app.server.listening,
  };
  const parts = inOrder([mongo, collections, redis, identity, bus, relay, postman, ...chores, listening]);

  const app = createServer({ log, internalKey, isReady: parts.isReady });
  registerRoutes(app, {
    routes: [...routes(does), ...internalRoutes({ ...keyRing, readRevocations: revocations.read })],
    identity,
    idempotency,
    rateLimiter,
    checkAnswers: config.environment === 'test',
    writesPerMinute,
  });
  registerPresence(app, does.notePresence);
  await registerSubgraph(app, {
    schema: readFileSync(pathOf('../schema.graphql'), 'utf8'),
    resolvers: resolvers(does),
    identity,
    rateLimiter,
    buildContext: contextOf(does),
    writesPerMinute,
  });

  return { app, ...parts };
}
