import { userRegistered } from '@kumbuka/contracts';
import { newEvent } from '@kumbuka/event-bus';
import { eventually } from '@kumbuka/testing/servers';
import { publishEvents, rebuildCommand } from '@kumbuka/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startAdmin, type AdminService } from '../testing/admin-suite.ts';
import { noon, someAccount } from '../testing/builders.ts';

let admin: AdminService;
beforeAll(async () => {
  admin = await startAdmin();
});
afterAll(() => admin.stop());

async function command(...words: string[]) {
  const run = rebuildCommand(new URL('../rebuild.ts', import.meta.url), {
    ...admin.stack.env,
    ...admin.owners.env,
    ADMIN_URL: 'http://127.0.0.1:1',
    ADMIN_KEY: adminKey,
  });
  const { code, reports } = await run(...words);
  const [directory, totals] = reports;
  return { code, directory, totals };
}

const headers = { 'x-admin-key': adminKey };
const listed = async (query = {}) => (await admin.rest('GET', '/admin/users/list', { headers, query })).body;
const stats = async () => (await admin.rest('GET', '/admin/users/stats', { headers })).body;
const rows = (name: string) => admin.database.collection<{ _id: number | string; text?: string }>(name);

/** Removes one user from a page of names. */
const without = (userId: number, text = '[]') =>
  JSON.stringify(JSON.parse(text).filter(([id]: number[]) => id !== userId));

/** Creates three users whose directory entries match their owners. */
const ids = [11, 12, 13];
async function haveUsers() {
  for (const userId of ids) {
    admin.owners.accounts.set(userId, someAccount({ userId, isDemo: userId === 13 }));
    admin.owners.decks.set(userId, { userId, decks: 2, cards: userId });
  }
  await publishEvents(
    admin.stack,
    ids.map((userId) =>
      newEvent(userRegistered, {
        key: userId,
        aggregate: { id: userId, version: 1 },
        occurredAt: noon,
        data: { userId, isDemo: userId === 13, registeredAt: noon.toISOString() },
      }),
    ),
  );
  await eventually(async () => expect((await listed()).total).toBe(ids.length));
}
beforeAll(haveUsers);

/** Each test runs the command several times in a separate process. */
const setUpTimeoutMs = 90_000;
beforeEach(async () => void (await command('--swap')), setUpTimeoutMs);

describe('rebuilding the directory', { timeout: setUpTimeoutMs }, () => {
  it('a rebuild of a correct directory finds no differences', async () => {
    const { code, directory, totals } = await command();
    expect(code).toBe(0);
    expect(directory).toMatchObject({ rows: 6, different: 0, missing: 0, orphans: 0 });
    expect(directory.live).toBe(directory.rebuilt);
    expect(totals.live).toBe(totals.rebuilt);
  });

  it('a rebuild of the directory reports differences and changes nothing without --swap', async () => {
    await rows('users').updateOne({ _id: 11 }, { $set: { username: 'nobody', cards: 999 } });
    await rows('users').deleteOne({ _id: 12 });
    const page = await rows('name_pages').findOne({ _id: 0 });
    await rows('name_pages').updateOne(
      { _id: 0 },
      { $set: { text: without(13, page?.text), revision: 'another' } },
    );
    const orphan = { ...(await rows('users').findOne({ _id: 13 })), _id: 99 };
    await rows('users').insertOne(orphan);
    await rows('totals').updateOne({ _id: 'users' }, { $set: { users: 500, demo: -1 } });

    const result = await command();
    expect(result.code).toBe(2);
    expect(result.directory).toMatchObject({ different: 1, missing: 2, orphans: 1, swapped: 0 });
    expect(result.totals.different).toBe(1);
    expect((await listed({ q: 'amina13' })).total).toBe(0);

    expect((await command('--swap')).code).toBe(0);
    const after = await command();
    expect([after.code, after.directory.live]).toEqual([0, after.directory.rebuilt]);
    const { items, total } = await listed({ sort: 'username_asc' });
    expect(total).toBe(3);
    expect(items.map(({ id, cards }: { id: number; cards: number }) => [id, cards])).toEqual([
      [11, 11],
      [12, 12],
      [13, 13],
    ]);
    expect((await listed({ q: 'amina13' })).total).toBe(1);
    expect(await stats()).toMatchObject({ total_users: 3, demo_users: 1 });
  });

  it('a rebuild of the directory keeps data that only events contain', async () => {
    await rows('users').updateOne(
      { _id: 11 },
      { $set: { lastSeenAt: noon, seenOn: ['2026-03-01'], cards: 0 } },
    );
    await command('--swap');
    expect(await rows('users').findOne({ _id: 11 })).toMatchObject({
      cards: 11,
      lastSeenAt: noon,
      seenOn: ['2026-03-01'],
    });
  });

  it('a rebuild of the directory can repair a single user', async () => {
    for (const id of [11, 12]) await rows('users').updateOne({ _id: id }, { $set: { cards: 999 } });
    await command('--swap', '--user', '11');
    expect(await rows('users').findOne({ _id: 11 })).toMatchObject({ cards: 11 });
    expect(await rows('users').findOne({ _id: 12 })).toMatchObject({ cards: 999 });
  });
});
