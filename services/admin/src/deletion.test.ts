import { serviceNames } from '@kumbuka/contracts';
import { eventually } from '@kumbuka/testing/servers';
import { eventsOf } from '@kumbuka/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startAdmin, type AdminService } from './testing/admin-suite.ts';
import { someAccount } from './testing/builders.ts';
import { createCrashes } from './testing/crashes.ts';

let admin: AdminService;
const crashes = createCrashes();
let next = 1_000;

beforeAll(async () => {
  admin = await startAdmin({
    env: { DELETABLE_DOMAINS: 'example.org, example.net' },
    overrides: {
      crashAt: crashes.crashAt,
    },
  });
});
afterAll(() => admin.stop());
beforeEach(() => {
  crashes.set();
  admin.owners.steps.length = 0;
});

const headers = { 'x-admin-key': adminKey };
const remove = async (emails: string[], query = {}, more = {}) =>
  admin.rest('POST', '/admin/users/delete', { headers, query, body: { emails, ...more } });

/** Users with two decks, three flashcards and a record of progress each. */
const someUsers = (count: number, account = {}) =>
  Array.from({ length: count }, () => {
    next += 1;
    const user = someAccount({ userId: next, ...account });
    admin.owners.accounts.set(next, user);
    admin.owners.held.set(next, { decks: { decks: 2, flashcards: 3 }, 'study-progress': { progress: 1 } });
    return user;
  });
const emailsOf = (users: { email: string }[]) => users.map(({ email }) => email);

describe('deleting users', () => {
  it('a dry run counts what the deletion then deletes', async () => {
    const emails = emailsOf(someUsers(3));
    const tried = await remove(emails, {}, { dry_run: true });
    expect(tried.body).toMatchObject({
      deleted: 0,
      count_would_delete: 3,
      deletable: emails,
      related_records_deleted: { progress: 3, flashcards: 9, decks: 6 },
    });
    const { status, body } = await remove(emails);
    expect(status).toBe(200);
    expect(body).toEqual({
      performance: expect.stringContaining('3 users in'),
      timing_seconds: expect.any(Number),
      related_records_deleted: { progress: 3, flashcards: 9, decks: 6 },
      deleted: 3,
      not_found: [],
      deletable: emails,
      count_would_delete: 0,
      skipped_domain: [],
      failed: [],
    });
  });

  it('a deletion is listed while it runs and after its end, and a dry run is not', async () => {
    const runs = async () => {
      const query = '{ adminRuns { id kind state operator isMine users done } }';
      return (await admin.graphql(query, {}, { headers })).data.adminRuns;
    };
    await remove(emailsOf(someUsers(1)), {}, { dry_run: true });
    const before = await runs();
    const response = remove(emailsOf(someUsers(3)), {
      strategy: 'slow',
      commit_per: 'user',
      sleep_ms: '500',
    });
    const run = { kind: 'DELETION', operator: 'key', isMine: true, users: 3 };
    await eventually(async () =>
      expect((await runs())[0]).toMatchObject({ ...run, state: 'RUNNING', done: 1 }),
    );
    await response;
    const after = await runs();
    expect(after[0]).toMatchObject({ ...run, state: 'COMPLETED', done: 3 });
    expect(after.slice(1)).toEqual(before);
    const dry = await admin.database.collection('deletions').find({ dryRun: true }).toArray();
    expect(after.map(({ id }: { id: string }) => id)).not.toContain(String(dry.at(-1)?._id));
  });

  it('a deletion reports unknown and protected users, and processes each address once', async () => {
    const [one] = someUsers(1);
    const [foreign] = someUsers(1, { email: `somebody${next}@elsewhere.example` });
    const [operator] = someUsers(1, { role: 'admin' });
    const emails = [one, one, foreign, operator].map((user) => user?.email ?? '');
    const { body } = await remove([...emails, 'nobody@example.org']);
    expect(body).toMatchObject({
      deleted: 1,
      deletable: [one?.email],
      not_found: ['nobody@example.org'],
      skipped_domain: [foreign?.email],
      failed: [operator?.email],
    });
    expect(admin.owners.accounts.has(foreign?.userId ?? 0)).toBe(true);
  });

  it.each([
    ['fast', {}, 'user by user, all rows of a user at once'],
    ['turbo', {}, 'service by service, many users at once'],
    ['slow', { commit_per: 'row', sleep_ms: '1' }, 'row by row, 1 ms between rows'],
    ['slow', { commit_per: 'user', sleep_ms: '1' }, 'user by user, 1 ms between users'],
  ])('a deletion with strategy %s and %o runs as the strategy says', async (strategy, more, description) => {
    const { body } = await remove(emailsOf(someUsers(5)), { strategy, ...more });
    expect(body).toMatchObject({
      deleted: 5,
      related_records_deleted: { progress: 5, flashcards: 15, decks: 10 },
    });
    expect(body.performance).toContain(`(${strategy}: ${description})`);
    const together = Math.max(...admin.owners.steps.map(({ userIds }) => userIds.length));
    const byRow = admin.owners.steps.filter(({ rows }) => rows === 1).length;
    expect([together, byRow > 0]).toEqual([strategy === 'turbo' ? 5 : 1, description.startsWith('row')]);
  });

  it('a deletion calls every service, consumers before their publishers, and deletes the account last', async () => {
    await remove(emailsOf(someUsers(1)));
    const calledServices = [...new Set(admin.owners.steps.map(({ service }) => service))];
    expect(calledServices).toEqual(serviceNames.filter((name) => name !== 'admin').toReversed());
    expect(calledServices.indexOf('study-progress')).toBeLessThan(calledServices.indexOf('decks'));
    expect(calledServices.at(-1)).toBe('auth');
  });

  it('a repeated deletion with the same Idempotency-Key returns the first result and deletes nothing again', async () => {
    const emails = [...emailsOf(someUsers(3)), 'nobody-of-a-key@example.org'];
    const key = { ...headers, 'idempotency-key': 'a-deletion-of-a-test' };
    const keyed = (body: object) => admin.rest('POST', '/admin/users/delete', { headers: key, body });
    const both = await Promise.all([keyed({ emails }), keyed({ emails })]);
    const later = await keyed({ emails });
    expect(later.body).toMatchObject({
      deleted: 3,
      deletable: emails.slice(0, 3),
      not_found: ['nobody-of-a-key@example.org'],
      related_records_deleted: { progress: 3, flashcards: 9, decks: 6 },
    });
    expect(both.map(({ body }) => body)).toEqual([later.body, later.body]);
    expect(new Set(admin.owners.steps.map(({ deletionId }) => deletionId)).size).toBe(1);
    expect((await keyed({ emails: emails.slice(1) })).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('three concurrent deletions of the same users report each user once', async () => {
    const emails = emailsOf(someUsers(4));
    const responses = await Promise.all([1, 2, 3].map(() => remove(emails)));
    expect(responses.reduce((sum, { body }) => sum + body.deleted, 0)).toBe(4);
  });

  it.each([['after-users-deleted-before-noted'], ['after-users-noted']] as const)(
    'a deletion continues after its process died %s, with exact counts',
    async (point) => {
      crashes.set(point);
      const { body } = await remove(emailsOf(someUsers(4)), { strategy: 'turbo' });
      expect(crashes.ahead()).toEqual([]);
      expect(body).toMatchObject({
        deleted: 4,
        related_records_deleted: { progress: 4, flashcards: 12, decks: 8 },
      });
    },
  );

  it('a deletion waits for an unavailable service', async () => {
    admin.owners.unavailableSteps = 3;
    const { body } = await remove(emailsOf(someUsers(2)));
    expect(body).toMatchObject({ deleted: 2, failed: [] });
  });

  it('GraphQL shows the progress of a deletion, which leaves a receipt without names', async () => {
    const users = someUsers(2);
    const fields = 'id state users done deleted counts { service kind count } deletable performance';
    const { data, errors } = await admin.graphql(
      `mutation ($input: DeleteUsersInput!) { deleteUsers(input: $input) { ${fields} } }`,
      { input: { userIds: users.map(({ userId }) => String(userId)), strategy: 'TURBO' } },
      { headers },
    );
    expect(errors).toBeUndefined();
    const read = async () =>
      (
        await admin.graphql(
          `query ($id: ID!) { adminDeletion(id: $id) { ${fields} } }`,
          { id: data.deleteUsers.id },
          { headers },
        )
      ).data.adminDeletion;
    await eventually(async () =>
      expect(await read()).toMatchObject({ state: 'COMPLETED', deleted: 2, done: 2, deletable: [] }),
    );
    expect((await read()).counts).toContainEqual({ service: 'decks', kind: 'flashcards', count: 6 });
    const events = (await eventsOf(admin.stack, 'kumbuka_admin')).filter(
      ({ key }) => key === data.deleteUsers.id,
    );
    expect(events.map(({ type, aggregate }) => [type, aggregate.version])).toEqual([
      ['admin.deletion-requested', 1],
      ['admin.deletion-completed', 2],
    ]);
    expect(JSON.stringify(events)).not.toContain('@');
  });

  it('the audit log has the start and the end of a deletion', async () => {
    const { body } = await remove(emailsOf(someUsers(1)));
    expect(body.deleted).toBe(1);
    const { data } = await admin.graphql(
      '{ adminAudit(perPage: 2) { items { operator action target count result } } }',
      {},
      { headers },
    );
    expect(data.adminAudit.items).toEqual([
      {
        operator: 'system',
        action: 'completeDeletion',
        target: expect.stringMatching(/^deletion /),
        count: 1,
        result: 'OK',
      },
      {
        operator: 'key',
        action: 'deleteUsers',
        target: expect.stringMatching(/^deletion /),
        count: 1,
        result: 'OK',
      },
    ]);
  });

  it('an unknown deletion is not found', async () => {
    const { code } = await admin.graphql('{ adminDeletion(id: "1") { id } }', {}, { headers });
    expect(code).toBe('DELETION_NOT_FOUND');
  });
});
