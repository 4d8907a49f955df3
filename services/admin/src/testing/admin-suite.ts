import {
  internalHeaders,
  usersRoutes,
  type AccountFacts,
  type AnswerCounts,
  type DeckCounts,
} from '@kumbuka/contracts';
import {
  buildTestService,
  startTestAuth,
  type TestAuth,
  type TestService,
  type TestStack,
} from '@kumbuka/testing';
import Fastify from 'fastify';
import { createApp, type Overrides } from '../app.ts';
import { loadConfig } from '../config.ts';

export const adminKey = 'the-admin-key-of-tests';
export const formerKey = 'the-former-key-of-tests';
export const operatorId = 999;

/** What the services that own users' data would say; tests change it. */
export interface Owners {
  url: string;
  accounts: Map<number, AccountFacts>;
  decks: Map<number, DeckCounts>;
  answers: Map<number, AnswerCounts>;
  stop(): Promise<void>;
}

const some = <Fact>(facts: Map<number, Fact>, ids: number[]) =>
  ids.flatMap((id) => {
    const fact = facts.get(id);
    return fact === undefined ? [] : [fact];
  });

/** Answers the questions of admin by the declared routes, as the owners do; keys and revocations are of the test auth. */
async function startOwners(auth: TestAuth): Promise<Owners> {
  const [accounts, decks, answers] = [
    new Map<number, AccountFacts>(),
    new Map<number, DeckCounts>(),
    new Map<number, AnswerCounts>(),
  ];
  const app = Fastify();
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers[internalHeaders.key] === undefined) return reply.status(403).send();
  });
  for (const path of ['/internal/jwks', '/internal/revocations'])
    app.get(path, async () => (await fetch(new URL(path, auth.url))).json());
  const idsOf = (body: unknown) => usersRoutes.readAccounts.body.parse(body).userIds;
  app.post(usersRoutes.readAccounts.path, async ({ body }) => ({ accounts: some(accounts, idsOf(body)) }));
  app.post(usersRoutes.countDecks.path, async ({ body }) => ({ users: some(decks, idsOf(body)) }));
  app.post(usersRoutes.countAnswers.path, async ({ body }) => ({ users: some(answers, idsOf(body)) }));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, accounts, decks, answers, stop: () => app.close() };
}

export interface AdminService extends TestService {
  owners: Owners;
}

export interface AdminOptions {
  stack?: TestStack;
  auth?: TestAuth;
  overrides?: Overrides;
  env?: Record<string, string>;
}

/** Admin on the embedded stack, among owners that say what a test wants them to say. */
export async function startAdmin({
  stack,
  auth,
  overrides = {},
  env = {},
}: AdminOptions = {}): Promise<AdminService> {
  const known = auth ?? (await startTestAuth());
  const owners = await startOwners(known);
  const service = await buildTestService(
    (config) => createApp(config, { refreshMs: 50, ...overrides }),
    loadConfig,
    {
      auth: known,
      ...(stack ? { stack } : {}),
      env: {
        ADMIN_KEY: adminKey,
        ADMIN_KEY_PREVIOUS: formerKey,
        AUTH_URL: owners.url,
        DECKS_URL: owners.url,
        STUDY_PROGRESS_URL: owners.url,
        ...env,
      },
    },
  );
  return {
    ...service,
    owners,
    stop: async () => {
      await service.stop();
      if (!auth) await known.stop();
      await owners.stop();
    },
  };
}
