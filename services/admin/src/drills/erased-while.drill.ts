import { userDeleted } from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { createErasureRace, type ErasureRace } from '@kumbuka/service-kit/testing';
import { attemptsIn, eraseBeforeEachWrite, missingIn, publishEvents } from '@kumbuka/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startAdmin, type AdminService } from '../testing/admin-suite.ts';
import { noon, someAccount } from '../testing/builders.ts';
import { createUseCases, type UseCases } from '../use-cases/use-cases.ts';

let race: ErasureRace;
/** Its writes are held while `eraser`, another process on the same stores, erases the user. */
let admin: AdminService;
let eraser: AdminService;

beforeAll(async () => {
  const overrides = { resumeMs: 3_600_000, expireMs: 3_600_000 };
  eraser = await startAdmin({ overrides });
  race = await createErasureRace(eraser.stack.mongo.port, 'kumbuka_admin');
  admin = await startAdmin({ beside: eraser, overrides: { ...overrides, mongo: race.mongo } });
});
afterAll(async () => {
  await admin.stop();
  race.stop();
  await eraser.stop();
});

/** Keep the id of an erased account, by design: events, the record of its deletion, the audit log, its tombstone. */
const remaining = ['outbox', 'deletions', 'deletion_items', 'audit', 'users'];
const password = 'tembo wa savana';
const document = 'mutation ($input: EraseMyAccountInput!) { eraseMyAccount(input: $input) { completed } }';

interface User {
  /** Of a demo user, the prefix of the name. */
  name: string;
}
let users = 0;
const aUser = async (): Promise<User> => ({ name: `juma${randomUUID().slice(0, 4)}x${++users}x` });
const accountOf = ({ name }: User) =>
  [...eraser.owners.accounts.values()].find(({ username }) => username.startsWith(name));
const idsOf = new Map<string, number>();

const eraseMe = async (on: AdminService, userId: number) => {
  const { data } = await on.graphql(
    document,
    { input: { password } },
    { token: await eraser.auth.tokenOf(userId) },
  );
  expect(data.eraseMyAccount.completed).toBe(true);
};

/** Erases the account if it exists, as its owner does, and publishes the event of auth. */
async function erase(user: User) {
  const userId = accountOf(user)?.userId;
  if (userId === undefined) return;
  idsOf.set(user.name, userId);
  eraser.owners.secrets.set(userId, password);
  await eraseMe(eraser, userId);
  const data = { userId, deletedAt: noon.toISOString() };
  const event = newEvent(userDeleted, {
    key: userId,
    aggregate: { id: userId, version: 9 },
    occurredAt: noon,
    data,
  });
  await publishEvents(eraser.stack, [event]);
}

type Attempt = (user: User) => () => Promise<unknown>;

/** Attempts by use case; null for use cases that write nothing about one user but entries of the audit log, and for jobs. */
const attempts: Partial<Record<keyof UseCases, Attempt | null>> = {
  auditAct: null,
  auditRead: null,
  auditWrite: null,
  noteForbidden: null,
  recordCall: null,
  listAudit: null,
  readStats: null,
  listUsers: null,
  readUser: null,
  readNames: null,
  prepareListing: null,
  readDays: null,
  refreshUsers: null,
  /** Keeps the names for a day, for the operator. */
  requestDeletion: null,
  readDeletion: null,
  eraseAccount: (user) => () => {
    const userId = 7_300_000_000 + ++users;
    eraser.owners.accounts.set(userId, someAccount({ userId, username: user.name }));
    eraser.owners.secrets.set(userId, password);
    return eraseMe(admin, userId);
  },
  /** Runs `runDemoBatch`. */
  requestDemoUsers:
    ({ name }) =>
    () =>
      admin.rest('POST', '/admin/demo/batch_create', {
        headers: { 'x-admin-key': adminKey },
        body: { count: 1, prefix: name, email_domain: 'school.example' },
      }),
  readDemoBatch: null,
  runDemoBatch: null,
  resumeBatches: null,
  expireDemoUsers: null,
  runDeletion: null,
  listRuns: null,
  resumeDeletions: null,
  readEventDesk: null,
  readFunnel: null,
  listDeadLetters: null,
  replayDeadLetter: null,
  replayDeadLetters: null,
  discardDeadLetter: null,
  unparkAggregate: null,
};

const written = attemptsIn(attempts);

it('every use case is in the table of erasures', () => {
  expect(missingIn(attempts, createUseCases)).toEqual([]);
});

describe('a user who is erased', () => {
  it.each(written)('while %s runs leaves no row', { timeout: 120_000 }, async (_name, prepare) => {
    const writes = await eraseBeforeEachWrite({
      race,
      remaining,
      aLearner: aUser,
      prepare,
      erase,
      /** A demo user who was created after the erasure looked for the account is erased now. */
      settle: erase,
      textsOf: ({ name }) => [idsOf.get(name) ?? 'no account yet'],
    });
    expect(writes).toBeGreaterThan(0);
  });
});
