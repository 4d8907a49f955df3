import {
  addressVariable,
  authInternalRoutes,
  deletionStep,
  eventRoutes,
  entryOf,
  holdingServices,
  internalHeaders,
  usersRoutes,
  type AccountSnapshot,
  type AnswerCounts,
  type DeckCounts,
  type EventStatus,
  type RowCounts,
  type ServiceEmail,
} from '@kumbuka/contracts';
import {
  buildTestService,
  startTestAuth,
  type TestAuth,
  type TestService,
  type TestStack,
} from '@kumbuka/testing';
import { fastifyPath } from '@kumbuka/http-kit';
import Fastify from 'fastify';
import mongoose, { type Connection } from 'mongoose';
import { createApp, type Overrides } from '../app.ts';
import { loadConfig } from '../config.ts';

export const adminKey = 'the-admin-key-of-tests';
export const formerKey = 'the-former-key-of-tests';
export const operatorId = 999;

export interface StepRequest {
  service: string;
  deletionId: string;
  userIds: number[];
  dryRun: boolean;
  rows?: number | undefined;
}

/** Responses of the services that own users' data; tests change them. */
export interface Owners {
  /** Addresses of the services. */
  env: Record<string, string>;
  accounts: Map<number, AccountSnapshot>;
  decks: Map<number, DeckCounts>;
  answers: Map<number, AnswerCounts>;
  /** Rows by kind, by service, that deletions find. */
  held: Map<number, Record<string, RowCounts>>;
  /** Number of processed rows per step. */
  taken: Map<string, number>;
  /** Requested steps of deletions. */
  steps: StepRequest[];
  /** Number of steps that get a 503. */
  unavailableSteps: number;
  /** Number of calls for which study-progress lacks the decks. */
  callsWithoutDecks: number;
  /** Number of steps that get an invalid response. */
  brokenFor: number;
  /** Passwords of demo users by name. */
  passwords: Map<string, string>;
  /** Passwords of learners by id. */
  secrets: Map<number, string>;
  /** Passwords in requests of learners. */
  tried: string[];
  /** Deleted accounts, as `auth:deletionId:userId`. */
  removed: Set<string>;
  /** Learners with closed accounts. */
  closed: number[];
  /** Emails requested from auth, by key. */
  mails: Map<string, ServiceEmail>;
  /** Users with starter decks. */
  furnished: number[];
  /** Services' reports about their own events. */
  events: Map<string, EventStatus>;
  /** Services that never respond to requests about events. */
  hung: Set<string>;
  /** Unparked aggregates, as `service aggregate`. */
  unparked: string[];
  stop(): Promise<void>;
}

const quietEvents: EventStatus = { outbox: { waiting: 0, oldestAt: null }, parked: { total: 0, first: [] } };

const some = <Values>(values: Map<number, Values>, ids: number[]) =>
  ids.flatMap((id) => {
    const value = values.get(id);
    return value === undefined ? [] : [value];
  });

/** Deletes one row or all rows per step; a repeated step returns the same counts. */
function runStep(owners: Owners, service: string, { deletionId, userIds, dryRun, rows }: StepRequest) {
  return userIds.map((userId) => {
    const key = `${service}:${deletionId}:${userId}`;
    const counts = { ...owners.held.get(userId)?.[service] };
    if (service === 'auth')
      counts['accounts'] = Number(owners.removed.has(key) || owners.accounts.has(userId));
    if (dryRun) return { userId, counts, done: true };
    if (service === 'auth' && owners.accounts.delete(userId)) owners.removed.add(key);
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const taken = Math.min(all, (owners.taken.get(key) ?? 0) + (rows ?? all));
    owners.taken.set(key, taken);
    return { userId, counts, done: taken === all };
  });
}

/** Creates an account unless its name is taken. */
function makeAccount(
  owners: Owners,
  user: { username: string; email: string; password: string },
  expiresAt: string | null,
) {
  const taken = [...owners.accounts.values()].find(({ username }) => username === user.username);
  if (taken) return null;
  const userId = 100_000 + owners.accounts.size + owners.passwords.size;
  const { username, email, password } = user;
  owners.passwords.set(username, password);
  owners.accounts.set(userId, {
    userId,
    username,
    email,
    isDemo: true,
    isVerified: true,
    role: 'learner',
    createdAt: new Date().toISOString(),
    lastSeenAt: null,
    demoExpiresAt: expiresAt,
  });
  return userId;
}

async function startHolder(service: (typeof holdingServices)[number], owners: Owners, auth: TestAuth) {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers[internalHeaders.key] === undefined) return reply.status(403).send();
  });
  for (const path of ['/internal/jwks', '/internal/revocations'])
    app.get(path, async () => (await fetch(new URL(path, auth.url))).json());
  const { readAccounts, findAccounts, countDecks, countAnswers } = usersRoutes;
  const idsOf = (body: unknown) => readAccounts.body.parse(body).userIds;
  app.post(readAccounts.path, async ({ body }) => ({ accounts: some(owners.accounts, idsOf(body)) }));
  app.get(usersRoutes.listAccounts.path, async ({ query }) => {
    const { after } = usersRoutes.listAccounts.query.parse(query);
    const ids = [...owners.accounts.keys()].filter((id) => id > after).toSorted((a, b) => a - b);
    return { userIds: ids.slice(0, 2) };
  });
  app.post(countDecks.path, async ({ body }) => ({ users: some(owners.decks, idsOf(body)) }));
  app.post(countAnswers.path, async ({ body }) => ({ users: some(owners.answers, idsOf(body)) }));
  app.post(findAccounts.path, async ({ body }) => {
    const idOf = new Map([...owners.accounts.values()].map(({ email, userId }) => [email, userId]));
    const { emails } = findAccounts.body.parse(body);
    return {
      found: emails.flatMap((email) => (idOf.has(email) ? [{ email, userId: idOf.get(email) }] : [])),
    };
  });
  app.post(usersRoutes.createDemoAccounts.path, async ({ body }) => {
    const { users, expiresAt } = usersRoutes.createDemoAccounts.body.parse(body);
    return {
      users: users.map((user) => ({ username: user.username, userId: makeAccount(owners, user, expiresAt) })),
    };
  });
  app.post(authInternalRoutes.provePassword.path, async ({ body }, reply) => {
    const { userId, password } = authInternalRoutes.provePassword.body.parse(body);
    owners.tried.push(password);
    if (owners.secrets.get(userId) === password) return reply.status(204).send();
    const { status, sentence } = entryOf('PASSWORD_WRONG');
    return reply.status(status).send({ error: sentence, code: 'PASSWORD_WRONG', requestId: '' });
  });
  app.post(authInternalRoutes.checkPassword.path, async ({ body }, reply) => {
    const { password } = authInternalRoutes.checkPassword.body.parse(body);
    if (password !== 'password') return reply.status(204).send();
    const { status, sentence } = entryOf('PASSWORD_TOO_COMMON');
    const details = [{ path: 'password', message: sentence }];
    return reply.status(status).send({ error: sentence, code: 'VALIDATION', details, requestId: '' });
  });
  app.post(fastifyPath(authInternalRoutes.sendMail.path), async ({ body }, reply) => {
    const { userId, key, letter: email } = authInternalRoutes.sendMail.body.parse(body);
    const isNew = owners.accounts.has(userId) && !owners.mails.has(key);
    if (isNew) owners.mails.set(key, email);
    return reply.status(202).send({ status: isNew ? 'queued' : 'known' });
  });
  app.post(fastifyPath(authInternalRoutes.closeAccount.path), async ({ params }, reply) => {
    owners.closed.push(authInternalRoutes.closeAccount.params.parse(params).id);
    return reply.status(204).send();
  });
  app.post(usersRoutes.seedDecks.path, async ({ body }) => {
    const { userId, starterDecks } = usersRoutes.seedDecks.body.parse(body);
    owners.furnished.push(userId);
    return { decks: Array.from({ length: starterDecks }, (_, index) => ({ deckId: index + 1, cards: 10 })) };
  });
  app.post(usersRoutes.studyInvented.path, async () => ({
    answers: owners.callsWithoutDecks-- > 0 ? null : 40,
  }));
  app.post('/internal/users/deletion', async ({ body }, reply) => {
    if (owners.unavailableSteps-- > 0) return reply.status(503).send();
    if (owners.brokenFor-- > 0) return { users: 'none' };
    const step: StepRequest = { service, ...deletionStep.parse(body) };
    owners.steps.push(step);
    return { users: runStep(owners, service, step) };
  });
  const { readEvents, unpark } = eventRoutes[service];
  app.get(readEvents.path, async () => {
    if (owners.hung.has(service)) await new Promise(() => undefined);
    return owners.events.get(service) ?? quietEvents;
  });
  app.post(unpark.path, async ({ body }) => {
    owners.unparked.push(`${service} ${unpark.body.parse(body).aggregate}`);
    return { aggregates: 1 };
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, stop: () => app.close() };
}

/** Starts stand-ins for the owners with their declared routes. The test auth serves keys and revocations. */
async function startOwners(auth: TestAuth): Promise<Owners> {
  const owners: Owners = {
    env: {},
    accounts: new Map(),
    decks: new Map(),
    answers: new Map(),
    held: new Map(),
    removed: new Set(),
    taken: new Map(),
    steps: [],
    unavailableSteps: 0,
    brokenFor: 0,
    callsWithoutDecks: 0,
    passwords: new Map(),
    secrets: new Map(),
    tried: [],
    closed: [],
    mails: new Map(),
    furnished: [],
    events: new Map(),
    hung: new Set(),
    unparked: [],
    stop: async () => undefined,
  };
  const started = await Promise.all(holdingServices.map((service) => startHolder(service, owners, auth)));
  owners.env = Object.fromEntries(
    holdingServices.map((service, index) => [addressVariable(service), started[index]?.url ?? '']),
  );
  owners.stop = async () => void (await Promise.all(started.map(({ stop }) => stop())));
  return owners;
}

export interface AdminService extends TestService {
  owners: Owners;
  /** Database of admin. */
  database: Connection;
  /** Access token of the operator with `operatorId`. */
  operatorToken(): Promise<string>;
}

export interface AdminOptions {
  stack?: TestStack;
  /** Instance with the same stores and owners. */
  beside?: AdminService;
  overrides?: Overrides;
  env?: Record<string, string>;
}

/** Starts admin on the embedded stack with stand-ins for the owners, whose responses tests set. */
export async function startAdmin({
  beside,
  stack = beside?.stack,
  overrides = {},
  env = {},
}: AdminOptions = {}): Promise<AdminService> {
  const auth = beside?.auth ?? (await startTestAuth());
  const owners = beside?.owners ?? (await startOwners(auth));
  const service = await buildTestService(
    (config) => createApp(config, { refreshMs: 50, gathersEvents: false, ...overrides }),
    loadConfig,
    {
      auth,
      ...(stack ? { stack } : {}),
      env: {
        ADMIN_KEY: adminKey,
        ADMIN_KEY_PREVIOUS: formerKey,
        ADMIN_URL: auth.url,
        ...owners.env,
        ...env,
      },
    },
  );
  const database = await mongoose.createConnection(service.stack.mongo.uri('kumbuka_admin')).asPromise();
  return {
    ...service,
    owners,
    database,
    operatorToken: () => auth.tokenOf(operatorId, { role: 'admin' }),
    stop: async () => {
      await database.close();
      await service.stop();
      if (beside) return;
      await auth.stop();
      await owners.stop();
    },
  };
}
