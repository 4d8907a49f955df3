import { internalHeaders } from '@kumbuka/contracts';
import { eventually } from '@kumbuka/testing/servers';
import { testInternalKey } from '@kumbuka/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { someAccount } from './testing/builders.ts';
import { adminKey, startAdmin, type AdminService } from './testing/admin-suite.ts';

const keys = { internal: 'the-next-internal-key', idempotency: 'the-next-idempotency-key' };
const formerIdempotencyKey = 'the-idempotency-key-before';
const headers = { 'x-admin-key': adminKey, 'idempotency-key': 'one-request-of-an-operator' };
const batch = { count: 2, prefix: 'rotated', email_domain: 'school.example' };

/** Admin before, during and after a rotation of both keys, on the same stores. */
let admins: AdminService[] = [];
beforeAll(async () => {
  const before = await startAdmin({ env: { IDEMPOTENCY_KEY: formerIdempotencyKey } });
  const rotated = { IDEMPOTENCY_KEY: keys.idempotency, IDEMPOTENCY_KEY_PREVIOUS: formerIdempotencyKey };
  const during = await startAdmin({
    stack: before.stack,
    env: { ...rotated, INTERNAL_KEY: keys.internal, INTERNAL_KEY_PREVIOUS: testInternalKey },
  });
  const after = await startAdmin({ stack: before.stack, env: { ...rotated, INTERNAL_KEY: keys.internal } });
  admins = [before, during, after];
});
afterAll(async () => {
  for (const each of admins.toReversed()) await each.stop();
});

const callers = () => {
  const [before, during, after] = admins;
  if (!before || !during || !after) throw new Error('Admin did not start.');
  const withNextKey = { ...headers, [internalHeaders.key]: keys.internal };
  return [
    { admin: before, headers },
    { admin: during, headers },
    { admin: after, headers: withNextKey },
  ];
};

it('repeats of an operator get the first response during and after a rotation of the internal key', async () => {
  const bodies = [];
  for (const { admin, headers: sent } of callers()) {
    const { status, body } = await admin.rest('POST', '/admin/demo/batch_create', {
      headers: sent,
      body: batch,
    });
    bodies.push([status, body]);
  }
  const [first, ...others] = bodies;
  expect(first?.[0]).toBe(201);
  expect(others).toEqual([first, first]);
  expect(await admins[0]?.database.collection('demo_batches').countDocuments()).toBe(1);
});

it('a repeated deletion is the same deletion during and after a rotation of the internal key', async () => {
  const { email } = someAccount({ userId: 41 });
  const ids = new Set<string>();
  for (const { admin, headers: sent } of callers()) {
    admin.owners.accounts.set(41, someAccount({ userId: 41 }));
    const { data } = await admin.graphql(
      'mutation ($input: DeleteUsersInput!) { deleteUsers(input: $input) { id } }',
      { input: { emails: [email], dryRun: true } },
      { headers: { ...sent, 'idempotency-key': 'one-deletion-of-an-operator' } },
    );
    ids.add(data.deleteUsers.id);
  }
  expect(ids.size).toBe(1);
});

it('a demo batch that runs during a rotation of the internal key gets its passwords', async () => {
  const [before, , after] = callers();
  if (!before || !after) throw new Error('Admin did not start.');
  before.admin.owners.callsWithoutDecks = Infinity;
  after.admin.owners.callsWithoutDecks = 0;
  const own = { ...before.headers, 'idempotency-key': 'a-batch-that-runs' };
  const running = before.admin.rest('POST', '/admin/demo/batch_create', {
    headers: own,
    body: { ...batch, prefix: 'running', starter_decks: 1, study_history: true, password: 'tembo wa savana' },
  });
  const row = () => before.admin.database.collection('demo_batches').findOne({ prefix: 'running' });
  await eventually(async () => expect((await row())?.['made']).toBe(2));
  before.admin.owners.callsWithoutDecks = 0;
  expect((await running).status).toBe(201);
  const { data } = await after.admin.graphql(
    'query ($id: ID!) { adminDemoBatch(id: $id) { users { password } } }',
    { id: String((await row())?._id) },
    { headers: after.headers },
  );
  expect(data.adminDemoBatch.users).toEqual([
    { password: 'tembo wa savana' },
    { password: 'tembo wa savana' },
  ]);
});
