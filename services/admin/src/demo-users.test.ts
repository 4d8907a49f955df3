import { newEmail, userRegistered } from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { eventually } from '@kumbuka/testing/servers';
import { publishEvents } from '@kumbuka/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startAdmin, type AdminService } from './testing/admin-suite.ts';
import { noon, someAccount } from './testing/builders.ts';

let admin: AdminService;
/** Offset of the jobs' monotonic clock in milliseconds. */
let ahead = 0;
beforeAll(async () => {
  const monotonic = () => performance.now() + ahead;
  admin = await startAdmin({ overrides: { expireMs: 200, resumeMs: 100, confirmMs: 0, monotonic } });
});
afterAll(() => admin.stop());

const headers = { 'x-admin-key': adminKey };
const create = (body: object, more: Record<string, string> = {}) =>
  admin.rest('POST', '/admin/demo/batch_create', { headers: { ...headers, ...more }, body });
const aBatch = (fields: object = {}) => ({
  count: 3,
  prefix: 'class9',
  email_domain: 'school.example',
  ...fields,
});

interface Made {
  username: string;
  email: string;
  password: string;
}

const day = 86_400_000;
/** Creates demo users that expire after some milliseconds. */
async function addDemoUsers(users: readonly (readonly [userId: number, expiresInMs: number])[]) {
  for (const [userId, expiresInMs] of users) {
    const demoExpiresAt = new Date(Date.now() + expiresInMs).toISOString();
    admin.owners.accounts.set(userId, someAccount({ userId, isDemo: true, demoExpiresAt }));
  }
  await publishEvents(
    admin.stack,
    users.map(([userId]) =>
      newEvent(userRegistered, {
        key: userId,
        aggregate: { id: userId, version: 1 },
        occurredAt: noon,
        data: { userId, isDemo: true, registeredAt: noon.toISOString() },
      }),
    ),
  );
}

const runsQuery = '{ adminRuns { id kind state operator isMine users done completedAt } }';
const usersQuery = `query ($id: ID!) { adminDemoBatch(id: $id) { users { username password } } }`;
const runsFor = async (caller: Record<string, string>) =>
  (await admin.graphql(runsQuery, {}, { headers: caller })).data.adminRuns;
const passwordsFor = async (id: string, caller: Record<string, string>) =>
  (await admin.graphql(usersQuery, { id }, { headers: caller })).data.adminDemoBatch.users.map(
    ({ password }: Made | { password: null }) => password,
  );

describe('a batch of demo users', () => {
  it('is returned once with unique names, addresses and passwords', async () => {
    const { status, body } = await create(aBatch());
    expect([status, body.count]).toEqual([201, 3]);
    const users: Made[] = body.users;
    for (const { username, email, password } of users) {
      expect(username).toMatch(/^class9\d+$/);
      expect(email).toBe(`${username}@school.example`);
      expect(admin.owners.passwords.get(username)).toBe(password);
    }
    expect(new Set(users.map(({ password }) => password)).size).toBe(3);
  });

  it.each(['MÜNCHEN.example', 'School.Example', 'xn--mnchen-3ya.example', 'почта.рф'])(
    'takes the domain %s, with which people can sign up',
    async (email_domain) => {
      const { status, body } = await create(aBatch({ prefix: 'domain', email_domain }));
      const [{ username, email }] = body.users;
      expect([status, email]).toEqual([201, `${username}@${email_domain}`]);
      expect(newEmail.safeParse(email).success).toBe(true);
    },
  );

  it('with a password that a sign-up rejects is rejected', async () => {
    const { status, body } = await create(aBatch({ password: 'password' }));
    expect([status, body.code, body.error]).toEqual([400, 'VALIDATION', 'This password is too common.']);
  });

  it.each(['=1+1 tembo', '+254712345678', '-tembo', '@tembo wa', '\ttembo wa'])(
    'with the password %j, which a spreadsheet would run, is rejected',
    async (password) => {
      const { status, body } = await create(aBatch({ password }));
      expect([status, body.details[0]]).toEqual([
        400,
        { path: 'password', message: 'Must not begin with =, +, -, @ or a tab.' },
      ]);
    },
  );

  it('can have one password, which no document stores', async () => {
    const password = 'tembo wa savana';
    const { body } = await create(aBatch({ password }));
    expect(body.users.map((user: Made) => user.password)).toEqual([password, password, password]);
    const rows = await Promise.all(
      (await admin.database.listCollections()).map(({ name }) =>
        admin.database.collection(name).find().toArray(),
      ),
    );
    expect(JSON.stringify(rows)).not.toContain(password);
  });

  it('21 batches of demo users with one prefix, created at the same time, share no name', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => create(aBatch({ prefix: 'same', count: 5 }))),
    );
    const names = responses.flatMap(({ body }) => body.users.map((user: Made) => user.username));
    expect([names.length, new Set(names).size]).toEqual([100, 100]);
  });

  it('is created once per Idempotency-Key, and another body is rejected', async () => {
    const key = { 'idempotency-key': 'batch-of-a-test' };
    const [first, second] = [await create(aBatch(), key), await create(aBatch(), key)];
    expect(second.body).toEqual(first.body);
    expect((await create(aBatch({ count: 4 }), key)).status).toBe(422);
  });

  it('the Idempotency-Key of a batch of demo users expires a day after the end of the batch', async () => {
    const key = { 'idempotency-key': 'older-batch-of-a-test' };
    const rows = admin.database.collection('demo_batches');
    const { body: first } = await create(aBatch({ prefix: 'expired' }), key);
    await rows.updateOne(
      { prefix: 'expired' },
      { $set: { completedAt: new Date(Date.now() - day - 1_000) } },
    );
    await eventually(async () => expect((await rows.findOne({ prefix: 'expired' }))?.['key']).toBeNull());
    const { status, body: second } = await create(aBatch({ prefix: 'expired', count: 2 }), key);
    expect([first.count, status, second.count]).toEqual([3, 201, 2]);
  });

  it('parallel requests for demo users with one Idempotency-Key create one batch, and none fails', async () => {
    const key = { 'idempotency-key': 'parallel-batch-of-a-test' };
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => create(aBatch({ prefix: 'parallel' }), key)),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(responses.map(({ body }) => JSON.stringify(body.users))).size).toBe(1);
    const batches = await admin.database.collection('demo_batches').find({ prefix: 'parallel' }).toArray();
    expect(batches).toHaveLength(1);
  });

  it('parallel requests for different demo users with one Idempotency-Key create one batch and reject the rest', async () => {
    const key = { 'idempotency-key': 'contested-batch-of-a-test' };
    const responses = await Promise.all(
      [1, 2, 3, 4].map((count) => create(aBatch({ prefix: 'contested', count }), key)),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422]);
  });

  it('a demo user gets another number when the name is taken', async () => {
    const { body } = await create(aBatch({ prefix: 'taken', count: 1 }));
    const [user] = body.users as Made[];
    await admin.database
      .collection<{ _id: string; value: number }>('counters')
      .updateOne({ _id: 'demo:other' }, { $set: { value: 0 } }, { upsert: true });
    const found = [...admin.owners.accounts.values()].find(({ username }) => username === user?.username);
    if (found) admin.owners.accounts.set(found.userId, { ...found, username: 'other1' });
    const { body: others } = await create(aBatch({ prefix: 'other', count: 2 }));
    expect(others.users.map(({ username }: Made) => username)).not.toContain('other1');
    expect(others.count).toBe(2);
  });

  it('gets the requested starter decks', async () => {
    admin.owners.furnished.length = 0;
    await create(aBatch({ starter_decks: 2, study_history: true }));
    expect(admin.owners.furnished).toHaveLength(3);
  });

  it('waits until study-progress has the decks, without failing', async () => {
    admin.owners.callsWithoutDecks = 5;
    const { status, body } = await create(aBatch({ starter_decks: 1, study_history: true }));
    expect([status, body.count, admin.owners.callsWithoutDecks < 0]).toEqual([201, 3, true]);
  });

  it('the deletion saga deletes expired demo users and no others', async () => {
    const ids = [7_001, 7_002];
    await addDemoUsers([
      [7_001, -day],
      [7_002, day],
    ]);
    await eventually(() => expect(ids.map((id) => admin.owners.accounts.has(id))).toEqual([false, true]));
    const deletions = await admin.database.collection('deletions').find({ requestedBy: 'expiry' }).toArray();
    expect(deletions.map(({ users, dryRun }) => [users, dryRun])).toEqual([[1, false]]);
  });

  it('demo users that expire while a service is unavailable are deleted once it is back, by one deletion', async () => {
    const expiries = () =>
      admin.database
        .collection('deletions')
        .find({ requestedBy: 'expiry' })
        .sort({ requestedAt: 1 })
        .toArray();
    admin.owners.unavailableSteps = Infinity;
    await addDemoUsers([[7_003, -day]]);
    await eventually(async () =>
      expect((await expiries()).map(({ state }) => state)).toEqual(['completed', 'running']),
    );
    ahead += 10 * 60_000;
    await eventually(async () => expect((await admin.rest('GET', '/health/live')).status).toBe(200));
    await pause(600);
    expect(await expiries()).toHaveLength(2);
    admin.owners.unavailableSteps = 0;
    await eventually(() => expect(admin.owners.accounts.has(7_003)).toBe(false), 10_000);
    await eventually(async () => {
      const ended = await expiries();
      expect(ended.map(({ state }) => state)).toEqual(['completed', 'completed']);
    });
  });

  it('every operator finds a batch of demo users, and only its creator finds the passwords', async () => {
    const operator = { authorization: `Bearer ${await admin.operatorToken()}` };
    const { body } = await create(aBatch({ prefix: 'found' }));
    const [run] = await runsFor(headers);
    expect(run).toMatchObject({ kind: 'DEMO_USERS', state: 'COMPLETED', users: 3, done: 3, isMine: true });
    expect((await runsFor(operator))[0]).toEqual({ ...run, isMine: false });
    expect(await passwordsFor(run.id, headers)).toEqual(body.users.map(({ password }: Made) => password));
    expect(await passwordsFor(run.id, operator)).toEqual([null, null, null]);
  });

  it('a batch whose passwords have expired is no longer listed as running', async () => {
    await create(aBatch({ prefix: 'older' }));
    const [run] = await runsFor(headers);
    const before = new Date(Date.now() - 15 * 60_000 - 1);
    await admin.database
      .collection<{ _id: string }>('demo_batches')
      .updateOne({ _id: run.id }, { $set: { completedAt: before } });
    expect((await runsFor(headers)).map(({ id }: { id: string }) => id)).not.toContain(run.id);
  });

  it.each([
    [{ count: 0 }],
    [{ count: 1001 }],
    [{ prefix: 'Class' }],
    [{ prefix: '.a' }],
    [{ email_domain: 'school' }],
    [{ email_domain: 'ｓchool.example' }],
    [{ email_domain: 'school.example ' }],
    [{ email_domain: '127.0.0.1' }],
    [{ email_domain: 'a@school.example' }],
    [{ expires_in_days: 366 }],
    [{ password: 'short' }],
    [{ unknown: 1 }],
  ])('with %o is rejected', async (fields) => {
    expect((await create(aBatch(fields))).status).toBe(400);
  });
});
