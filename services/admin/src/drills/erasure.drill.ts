import { userSeen } from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { eventually } from '@kumbuka/testing/servers';
import { eventsOf, publishEvents } from '@kumbuka/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startAdmin, type AdminService } from '../testing/admin-suite.ts';
import { noon, someAccount } from '../testing/builders.ts';
import { createCrashes } from '../testing/crashes.ts';

let admin: AdminService;
const crashes = createCrashes();
let userId = 3_000;

beforeAll(async () => {
  admin = await startAdmin({
    overrides: {
      crashAt: crashes.crashAt,
    },
  });
});
afterAll(() => admin.stop());
beforeEach(() => {
  crashes.set();
  admin.owners.steps.length = 0;
  admin.owners.closed.length = 0;
});

const password = 'tembo wa savana';
const headers = { 'x-admin-key': adminKey };

async function aLearner(account = {}) {
  userId += 1;
  admin.owners.accounts.set(userId, someAccount({ userId, ...account }));
  admin.owners.secrets.set(userId, password);
  admin.owners.held.set(userId, { decks: { decks: 2, flashcards: 3 }, 'study-progress': { progress: 1 } });
  return { userId, token: await admin.auth.tokenOf(userId) };
}

const erase = (token: string, typedPassword = password) =>
  admin.graphql(
    'mutation ($input: EraseMyAccountInput!) { eraseMyAccount(input: $input) { deletionId completed requestedAt completedAt counts { kind count } } }',
    { input: { password: typedPassword } },
    { token },
  );
const publishSeen = (...ids: number[]) =>
  publishEvents(
    admin.stack,
    ids.map((id) =>
      newEvent(userSeen, {
        key: id,
        aggregate: { id, version: 1 },
        occurredAt: noon,
        data: { userId: id, seenAt: noon.toISOString() },
      }),
    ),
  );
const readDeletion = async (id: string) =>
  (
    await admin.graphql(
      'query ($id: ID!) { adminDeletion(id: $id) { state users deleted counts { service kind count } deletable } }',
      { id },
      { headers },
    )
  ).data.adminDeletion;
const audited = async (action: string) =>
  (
    await admin.graphql(
      'query ($action: String!) { adminAudit(filter: { action: $action }, perPage: 1) { items { operator ip count result } } }',
      { action },
      { headers },
    )
  ).data.adminAudit.items;

describe('erasing the account', () => {
  it('only a signed-in learner can erase the own account', async () => {
    const { code } = await admin.graphql(
      'mutation { eraseMyAccount(input: { password: "x" }) { deletionId } }',
      {},
      { headers },
    );
    expect(code).toBe('UNAUTHENTICATED');
  });

  it('erasing the own account with a wrong password calls no service', async () => {
    const { token } = await aLearner();
    expect((await erase(token, 'not mine')).code).toBe('PASSWORD_WRONG');
    expect([admin.owners.closed, admin.owners.steps]).toEqual([[], []]);
  });

  it('erasing the own account deletes the data of all services and leaves a receipt without names', async () => {
    const learner = await aLearner();
    const { data } = await erase(learner.token);
    expect(data.eraseMyAccount).toMatchObject({
      deletionId: expect.any(String),
      completed: true,
      counts: expect.arrayContaining([
        { kind: 'decks', count: 2 },
        { kind: 'accounts', count: 1 },
      ]),
    });
    const { requestedAt, completedAt } = data.eraseMyAccount;
    expect(Date.parse(completedAt)).toBeGreaterThanOrEqual(Date.parse(requestedAt));
    expect(admin.owners.mails.get(`erasure:${data.eraseMyAccount.deletionId}`)).toEqual({
      template: 'erasure-receipt',
      data: {
        deletionId: data.eraseMyAccount.deletionId,
        requestedAt,
        counts: expect.arrayContaining([{ kind: 'flashcards', count: 3 }]),
      },
    });
    expect(admin.owners.accounts.has(learner.userId)).toBe(false);
    const { deletionId } = data.eraseMyAccount;
    const deletion = await readDeletion(deletionId);
    expect(deletion).toMatchObject({ state: 'COMPLETED', users: 1, deleted: 1, deletable: [] });
    expect(deletion.counts).toContainEqual({ service: 'decks', kind: 'flashcards', count: 3 });
    expect(await audited('eraseMyAccount')).toEqual([
      { operator: String(learner.userId), ip: '', count: 1, result: 'OK' },
    ]);
    const events = (await eventsOf(admin.stack, 'kumbuka_admin')).filter(({ key }) => key === deletionId);
    expect(events.map(({ data: { requestedBy, userId: about } }) => [requestedBy, about])).toEqual([
      ['learner', learner.userId],
      [undefined, undefined],
    ]);
  });

  it('erasing the own account closes the account first and deletes it last', async () => {
    const learner = await aLearner();
    await erase(learner.token);
    expect(new Set(admin.owners.closed)).toEqual(new Set([learner.userId]));
    expect(admin.owners.steps.at(0)?.service).not.toBe('auth');
    expect(admin.owners.steps.at(-1)?.service).toBe('auth');
  });

  it('demo users and operators can erase their own account', async () => {
    for (const account of [{ isDemo: true }, { role: 'admin' as const }]) {
      const learner = await aLearner(account);
      const { data } = await erase(learner.token);
      expect(data.eraseMyAccount.completed).toBe(true);
      expect(admin.owners.accounts.has(learner.userId)).toBe(false);
    }
  });

  it('ten concurrent requests, or a retry after a lost response, cause one erasure', async () => {
    const { token } = await aLearner();
    const responses = await Promise.all(Array.from({ length: 10 }, () => erase(token)));
    const again = await erase(token);
    const ids = [...responses, again].map(({ data }) => data.eraseMyAccount.deletionId);
    expect(new Set(ids).size).toBe(1);
    const { counts } = await readDeletion(ids[0] ?? '');
    expect(counts).toContainEqual({ service: 'decks', kind: 'decks', count: 2 });
  });

  it.each([['after-users-deleted-before-noted'], ['after-users-noted']] as const)(
    'erasing the own account continues after its process died %s, with exact counts',
    async (point) => {
      crashes.set(point);
      const { token } = await aLearner();
      const { data } = await erase(token);
      expect(crashes.ahead()).toEqual([]);
      await eventually(async () => {
        const deletion = await readDeletion(data.eraseMyAccount.deletionId);
        expect(deletion).toMatchObject({ state: 'COMPLETED', deleted: 1 });
        expect(deletion.counts).toContainEqual({ service: 'decks', kind: 'flashcards', count: 3 });
      });
    },
  );

  it('erasing the own account never fails: it retries until a service that sent invalid responses recovers', async () => {
    const { token } = await aLearner();
    admin.owners.brokenFor = 6;
    const { data } = await erase(token);
    expect(data.eraseMyAccount.completed).toBe(false);
    const { deletionId } = data.eraseMyAccount;
    await eventually(
      async () => expect(await readDeletion(deletionId)).toMatchObject({ state: 'COMPLETED', deleted: 1 }),
      20_000,
    );
  }, 30_000);

  it('late events do not undo the erasure of an account', async () => {
    const [gone, other] = [await aLearner(), await aLearner()];
    await erase(gone.token);
    await publishSeen(gone.userId, other.userId);
    const listed = async () =>
      (await admin.rest('GET', '/admin/users/list', { headers })).body.items.map(
        ({ id }: { id: number }) => id,
      );
    await eventually(async () => expect(await listed()).toContain(other.userId));
    expect(await listed()).not.toContain(gone.userId);
  });
});
