import {
  authInternalRoutes,
  deletionRoutes,
  usersAtOnce,
  usersRoutes,
  type HoldingService,
} from '@kumbuka/contracts';
import { callService, type ServiceClient } from '@kumbuka/http-kit';
import { countsByKind } from '../domain/deletion/deletion.ts';
import type { Part, UserSnapshot } from '../domain/directory/user.ts';
import type { Owners } from '../use-cases/ports.ts';

const responseMs = 5_000;

export interface OwnersOptions {
  services: Record<HoldingService, string>;
  internalKey: string;
}

type PartsByUser = ReadonlyMap<number, readonly Part[]>;

const idsFor = (partsByUser: PartsByUser, part: Part) =>
  [...partsByUser].filter(([, wanted]) => wanted.includes(part)).map(([id]) => id);

/** Calls one owner with all users whose part is requested. */
async function readByUser<Values extends { userId: number }>(
  ids: number[],
  read: (ids: number[]) => Promise<readonly Values[]>,
): Promise<Map<number, Values>> {
  const values = ids.length === 0 ? [] : await read(ids);
  return new Map(values.map((value) => [value.userId, value]));
}

const readers = (auth: ServiceClient, decks: ServiceClient, study: ServiceClient) => ({
  accounts: async (userIds: number[]) =>
    (await auth.call(usersRoutes.readAccounts, { body: { userIds } })).accounts,
  decks: async (userIds: number[]) => (await decks.call(usersRoutes.countDecks, { body: { userIds } })).users,
  answers: async (userIds: number[]) =>
    (await study.call(usersRoutes.countAnswers, { body: { userIds } })).users,
});

type Readers = ReturnType<typeof readers>;

/** Reads the requested parts of users, each owner once. */
async function readSnapshot(read: Readers, partsByUser: PartsByUser): Promise<Map<number, UserSnapshot>> {
  const [accounts, decks, answers] = await Promise.all([
    readByUser(idsFor(partsByUser, 'account'), read.accounts),
    readByUser(idsFor(partsByUser, 'decks'), read.decks),
    readByUser(idsFor(partsByUser, 'answers'), read.answers),
  ]);
  const snapshotOf = (userId: number, wanted: readonly Part[]): UserSnapshot => ({
    ...(wanted.includes('account') ? { account: accounts.get(userId) ?? null } : {}),
    ...(wanted.includes('decks') ? { decks: decks.get(userId) ?? { userId, decks: 0, cards: 0 } } : {}),
    ...(wanted.includes('answers') ? { answers: answers.get(userId) ?? { userId, answers: 0 } } : {}),
  });
  return new Map([...partsByUser].map(([userId, wanted]) => [userId, snapshotOf(userId, wanted)]));
}

const inPages = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / usersAtOnce) }, (_, page) =>
    items.slice(page * usersAtOnce, (page + 1) * usersAtOnce),
  );

function deletionRouteOf(service: HoldingService) {
  const route = deletionRoutes.find(({ owner }) => owner === service);
  if (!route) throw new Error(`${service} deletes nothing.`);
  return route;
}

/** Time budget of a deletion step, which then returns its partial result. */
const stepMs = 30_000;

/** Client of the services that own data of users. Throws Unavailable. */
export function createOwners({ services, internalKey }: OwnersOptions): Owners {
  const clientOf = (service: HoldingService, timeoutMs = responseMs) =>
    callService({ baseUrl: services[service], internalKey, timeoutMs, retries: 1 });
  const stepClientOf = (service: HoldingService) => clientOf(service, stepMs);
  const auth = clientOf('auth');
  const read = readers(auth, clientOf('decks'), clientOf('study-progress'));

  return {
    readSnapshot: (partsByUser) => readSnapshot(read, partsByUser),

    async readAccounts(userIds) {
      const pages = await Promise.all(inPages(userIds).map(read.accounts));
      return pages.flat();
    },

    async listAccountIds(after) {
      return (await auth.call(usersRoutes.listAccounts, { query: { after } })).userIds;
    },

    async findByEmail(emails) {
      const pages = await Promise.all(
        inPages(emails).map((page) => auth.call(usersRoutes.findAccounts, { body: { emails: page } })),
      );
      return new Map(
        pages.flatMap(({ found }) => found.map(({ email, userId }) => [email, userId] as const)),
      );
    },

    async provePassword({ userId, sessionId, epoch }, password) {
      const body = { userId, sessionId, epoch, password };
      await auth.call(authInternalRoutes.provePassword, { body });
    },

    async checkPassword(password) {
      await auth.call(authInternalRoutes.checkPassword, { body: { password } });
    },

    async closeAccount(id) {
      await auth.call(authInternalRoutes.closeAccount, { params: { id } });
    },

    async sendErasureReceipt(userId, { deletionId, requestedAt, counts }) {
      const data = { deletionId, requestedAt: requestedAt.toISOString(), counts: countsByKind(counts) };
      const email = { template: 'erasure-receipt' as const, data };
      await auth.call(authInternalRoutes.sendMail, {
        body: { userId, key: `erasure:${deletionId}`, letter: email },
      });
    },

    async createDemoAccounts({ expiresAt, ...batch }) {
      const body = { ...batch, expiresAt: expiresAt?.toISOString() ?? null };
      const { users } = await stepClientOf('auth').call(usersRoutes.createDemoAccounts, { body });
      return new Map(
        users.flatMap(({ username, userId }) => (userId === null ? [] : [[username, userId] as const])),
      );
    },

    async seedDecks(userId, starterDecks, at) {
      const body = { userId, starterDecks, at: at.toISOString() };
      const { decks } = await stepClientOf('decks').call(usersRoutes.seedDecks, { body });
      return decks.map(({ deckId }) => deckId);
    },

    async inventStudy(userId, deckIds) {
      const body = { userId, deckIds: [...deckIds] };
      const { answers } = await stepClientOf('study-progress').call(usersRoutes.studyInvented, { body });
      return answers !== null;
    },

    async deleteStep(service, step) {
      const { users } = await stepClientOf(service).call(deletionRouteOf(service), { body: step });
      return users;
    },
  };
}
