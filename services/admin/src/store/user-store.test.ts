import { userSorts, type UserSort } from '@kumbuka/contracts';
import { startStack, type TestStack } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchKey as keyOfSearch, sortKey } from '@kumbuka/text';
import type { UserMatch } from '../domain/directory/listing.ts';
import { eraseUser, unknownUser, type DirectoryUser } from '../domain/directory/user.ts';
import { prepareCollections } from '@kumbuka/service-kit';
import type { UserListing } from '../use-cases/ports.ts';
import { createUserListing } from './user-listing.ts';
import { createUserStore } from './user-store.ts';

const count = 1_200;
const now = Date.parse('2026-03-01T12:00:00Z');
const minuteMs = 60_000;

/** Seeded random numbers. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

// The last two sort differently by code units and by bytes.
const syllables = ['am', 'Ji', 'nã', 'wa', 'ru', 'KO', 'e', '\u{ff5e}', '\u{1f600}'];
const random = randomOf(7);
const aName = () => Array.from({ length: 2 + random(3) }, () => syllables[random(syllables.length)]).join('');

function aUser(id: number): DirectoryUser {
  const username = `${aName()}${random(30)}`;
  const isDemo = random(4) === 0;
  return {
    ...unknownUser(id),
    state: random(10) === 0 ? 'unknown' : 'listed',
    username,
    email: `${username.toLowerCase()}.${id}@${random(2) === 0 ? 'a.example' : 'b.example'}`,
    isDemo,
    isVerified: random(3) > 0,
    createdAt: new Date(now - random(500) * minuteMs),
    lastSeenAt: random(3) === 0 ? null : new Date(now - random(300) * minuteMs),
    demoExpiresAt: isDemo && random(2) === 0 ? new Date(now + random(90) * minuteMs) : null,
  };
}

let stack: TestStack;
let connection: Connection;
let users: DirectoryUser[];
beforeAll(async () => {
  stack = await startStack();
  connection = await mongoose.createConnection(stack.mongo.uri('kumbuka_admin')).asPromise();
  const store = createUserStore(connection);
  await prepareCollections(connection);
  users = Array.from({ length: count }, (_, index) => aUser(index + 1));
  await store.save(users.map((after) => ({ before: unknownUser(after.id), after })));
  const renamed = users.slice(0, 50).map((before) => ({ before, after: { ...before, username: aName() } }));
  const gone = users.slice(50, 80).map((before) => ({ before, after: eraseUser(before) }));
  await store.save([...renamed, ...gone]);
  users = [...renamed.map(({ after }) => after), ...gone.map(({ after }) => after), ...users.slice(80)];
});
afterAll(async () => {
  await connection.close();
  await stack.stop();
});

const fits = (is: boolean, wanted: boolean | undefined) => wanted === undefined || is === wanted;
const isIn =
  ({ searchKey, seenSince, isDemo, isVerified }: UserMatch) =>
  (user: DirectoryUser) =>
    user.state === 'listed' &&
    fits(user.isDemo, isDemo) &&
    fits(user.isVerified, isVerified) &&
    (seenSince === null || (user.lastSeenAt !== null && user.lastSeenAt >= seenSince)) &&
    (searchKey === null || [user.username, user.email].some((text) => keyOfSearch(text).includes(searchKey)));

const keyOf = (user: DirectoryUser, sort: UserSort): string | number => {
  if (sort.startsWith('username')) return sortKey(user.username);
  if (sort.startsWith('email')) return sortKey(user.email);
  if (sort.startsWith('created_at')) return user.createdAt.getTime();
  if (sort.startsWith('last_seen')) return user.lastSeenAt?.getTime() ?? -Infinity;
  return user.demoExpiresAt?.getTime() ?? Infinity;
};

/** Compares like the model, with ties by id. */
function inOrder(sort: UserSort) {
  return (a: DirectoryUser, b: DirectoryUser) => {
    const [left, right] = [keyOf(a, sort), keyOf(b, sort)];
    const ascending = sort.endsWith('_asc') ? 1 : -1;
    if (left === right) return (a.id - b.id) * ascending;
    if (typeof left === 'string' && typeof right === 'string')
      return Buffer.compare(Buffer.from(left), Buffer.from(right)) * ascending;
    return left < right ? -1 * ascending : ascending;
  };
}

const maybe = <Value>(value: Value): Value | null => (random(2) === 0 ? value : null);
const aMaybeFlag = () => [undefined, true, false][random(3)];
const aSearch = () =>
  keyOfSearch([aName().slice(0, 1 + random(4)), 'e', '.example', 'nobody', '1', 'a.ex'][random(6)] ?? '');

describe('a list of users', () => {
  it(
    'a list of users equals a model for every filter, search, order and page',
    { timeout: 120_000 },
    async () => {
      const listing = createUserListing(connection);
      for (let round = 0; round < 300; round++) {
        const match: UserMatch = {
          searchKey: maybe(aSearch()),
          seenSince: maybe(new Date(now - ([2, 60, 290][random(3)] ?? 0) * minuteMs)),
          isDemo: aMaybeFlag(),
          isVerified: aMaybeFlag(),
        };
        const sort = userSorts[random(userSorts.length)] ?? 'created_at_desc';
        const [limit, offset] = [[1, 20, 1_000][random(3)] ?? 1, [0, 0, 15, 400][random(4)] ?? 0];
        const wanted = users.filter(isIn(match)).toSorted(inOrder(sort));
        const { items, total } = await listing.list(match, sort, limit, offset);
        const query = JSON.stringify({ ...match, sort, limit, offset });
        expect([query, total]).toEqual([query, wanted.length]);
        expect([query, items.map(({ id }) => id)]).toEqual([
          query,
          wanted.slice(offset, offset + limit).map(({ id }) => id),
        ]);
      }
    },
  );
});

describe('a change by another process', () => {
  const named: UserMatch = {
    searchKey: 'kiboko',
    seenSince: null,
    isDemo: undefined,
    isVerified: undefined,
  };
  const kiboko = (id: number): DirectoryUser => ({
    ...unknownUser(id),
    state: 'listed',
    username: `kiboko${id}`,
    createdAt: new Date(now),
  });
  const listed = async (listing: UserListing, match: UserMatch = named) =>
    (await listing.list(match, 'last_seen_desc', 20, 0)).items.map(({ id, lastSeenAt }) => [id, lastSeenAt]);

  it('a change by another process is in the next list: a new, seen, renamed or deleted user', async () => {
    const other = await mongoose.createConnection(stack.mongo.uri('kumbuka_admin')).asPromise();
    const [here, there] = [createUserListing(connection), createUserStore(other)];
    expect([await listed(here), await listed(createUserListing(other))]).toEqual([[], []]);

    const [first, second] = [kiboko(9_001), kiboko(9_002)];
    await there.save([first, second].map((after) => ({ before: unknownUser(after.id), after })));
    expect(await listed(here)).toEqual([
      [9_002, null],
      [9_001, null],
    ]);

    const at = new Date(now + minuteMs);
    const seen = { ...first, lastSeenAt: at };
    await there.save([{ before: first, after: seen }]);
    expect(await listed(here)).toEqual([
      [9_001, at],
      [9_002, null],
    ]);
    expect(await listed(here, { ...named, seenSince: at })).toEqual([[9_001, at]]);

    await there.save([{ before: second, after: { ...second, username: 'tembo9002' } }]);
    expect(await listed(here)).toEqual([[9_001, at]]);

    await there.save([{ before: seen, after: eraseUser(seen) }]);
    expect([await listed(here), await here.storedRows(9_001)]).toEqual([[], []]);
    const pages = await other.collection<{ text: string }>('seen_pages').find().toArray();
    expect(JSON.stringify(pages)).not.toContain(String(at.getTime()));
    await other.close();
  });
});

describe('a user', () => {
  const every = { seenSince: null, isDemo: undefined, isVerified: undefined };
  const named = (id: number, username: string): DirectoryUser => ({
    ...aUser(id),
    state: 'listed',
    username,
    email: `${id}@kwale.example`,
  });
  const found = async (key: string) => {
    const { items } = await createUserListing(connection).list(
      { ...every, searchKey: key },
      'username_asc',
      9,
      0,
    );
    return items.map(({ username }) => username);
  };

  it.each([
    [7_001, 'İstanbul', 'istanbul'],
    [7_002, 'O’Neill\u00a0Kamau', "o'neill kamau"],
    [7_003, 'Zo\u00ebla', 'zoela'],
    [7_004, 'Ｎａｎｊａｌａ', 'nanjala'],
  ])('a user (%i) with the name %j is found by %j', async (id, username, search) => {
    const user = named(id, username);
    await createUserStore(connection).save([{ before: unknownUser(user.id), after: user }]);
    expect(await found(keyOfSearch(search))).toContain(username);
  });

  it('a user with a number in the name is listed by its value', async () => {
    const users = ['demo10', 'démo3', 'Demo2'].map((name, index) => named(7_010 + index, `kwale ${name}`));
    await createUserStore(connection).save(users.map((after) => ({ before: unknownUser(after.id), after })));
    expect(await found('kwale demo')).toEqual(['kwale Demo2', 'kwale démo3', 'kwale demo10']);
  });
});

describe('a directory of an earlier release', () => {
  it('a directory of an earlier release lists all users after its pages are rewritten', async () => {
    const [store, listing] = [createUserStore(connection), createUserListing(connection)];
    const match: UserMatch = { searchKey: null, seenSince: null, isDemo: undefined, isVerified: undefined };
    const ids = async () => (await listing.list(match, 'last_seen_desc', 1_000, 0)).items.map(({ id }) => id);
    const wanted = await ids();
    await connection.collection('seen_pages').deleteMany({});
    await connection
      .collection('name_pages')
      .updateMany(
        {},
        { $set: { text: '1\0v\0amina\0amina@a.example', revision: 'r' }, $unset: { make: '' } },
      );
    await connection
      .collection('users')
      .updateMany({}, { $set: { usernameKey: 'amina', emailKey: 'amina@a.example' } });

    expect((await listing.formerPages()).length).toBeGreaterThan(2);
    for (const page of await listing.formerPages()) await listing.rewritePage(page);
    expect([await listing.formerPages(), await ids()]).toEqual([[], wanted]);
    const [before] = await store.findMany([wanted[0] ?? 0]);
    if (!before) throw new Error('The list is empty.');
    await store.save([{ before, after: { ...before, decks: 1 } }]);
    expect(await store.findMany([before.id])).toEqual([{ ...before, decks: 1 }]);
  });

  it('a directory of an earlier release is rewritten however far apart the ids of its users are', async () => {
    const [store, listing] = [createUserStore(connection), createUserListing(connection)];
    const far = { ...aUser(Number.MAX_SAFE_INTEGER), state: 'listed', username: 'far away' } as const;
    await store.save([{ before: unknownUser(far.id), after: far }]);
    await connection.collection('name_pages').deleteMany({});
    for (const page of await listing.formerPages()) await listing.rewritePage(page);
    const match = { searchKey: 'far away', seenSince: null, isDemo: undefined, isVerified: undefined };
    expect((await listing.list(match, 'email_asc', 20, 0)).items.map(({ id }) => id)).toEqual([far.id]);
  });
});
