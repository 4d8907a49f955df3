import { startStack, type TestStack } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchKey as keyOfSearch } from '@kumbuka/text';
import { funnelOf } from '../domain/directory/funnel.ts';
import type { UserMatch } from '../domain/directory/listing.ts';
import { eraseUser, unknownUser, type DirectoryUser } from '../domain/directory/user.ts';
import { aUser, minuteMs, now, saveRandomUsers } from '../testing/random-users.ts';
import type { UserListing } from '../use-cases/ports.ts';
import { createUserListing } from './user-listing.ts';
import { createUserStore } from './user-store.ts';

let stack: TestStack;
let connection: Connection;
beforeAll(async () => {
  stack = await startStack();
  connection = await mongoose.createConnection(stack.mongo.uri('kumbuka_admin')).asPromise();
  await saveRandomUsers(connection);
});
afterAll(async () => {
  await connection.close();
  await stack.stop();
});

describe('a change by another process', () => {
  const named: UserMatch = {
    searchKey: 'kiboko',
    seenSince: null,
    isDemo: undefined,
    isVerified: undefined,
    newUsers: null,
  };
  const kiboko = (id: number): DirectoryUser => ({
    ...unknownUser(id),
    state: 'listed',
    username: `kiboko${id}`,
    createdAt: new Date(now),
  });
  const listed = async (listing: UserListing, match: UserMatch = named) =>
    (await listing.list(match, 'last_seen_desc', 20, 0)).items.map(({ id, lastSeenAt }) => [id, lastSeenAt]);

  it('is in the next list: a new, seen, renamed or deleted user', async () => {
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
  const every = { seenSince: null, isDemo: undefined, isVerified: undefined, newUsers: null };
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
  ])('(%i) with the name %j is found by %j', async (id, username, search) => {
    const user = named(id, username);
    await createUserStore(connection).save([{ before: unknownUser(user.id), after: user }]);
    expect(await found(keyOfSearch(search))).toContain(username);
  });

  it('with a number in the name is listed by its value', async () => {
    const users = ['demo10', 'démo3', 'Demo2'].map((name, index) => named(7_010 + index, `kwale ${name}`));
    await createUserStore(connection).save(users.map((after) => ({ before: unknownUser(after.id), after })));
    expect(await found('kwale demo')).toEqual(['kwale Demo2', 'kwale démo3', 'kwale demo10']);
  });
});

const anyone: UserMatch = {
  searchKey: null,
  seenSince: null,
  isDemo: undefined,
  isVerified: undefined,
  newUsers: null,
};

describe('the steps of new users', () => {
  const dayMs = 86_400_000;
  const daysAgo = (days: number) => new Date(now - days * dayMs);
  const aNewUser = (id: number, signedUp: number, fields: Partial<DirectoryUser> = {}): DirectoryUser => ({
    ...unknownUser(id),
    state: 'listed',
    createdAt: daysAgo(signedUp),
    ...fields,
  });

  it('are counted by period and listed by step, without demo users and users of other days', async () => {
    const users = createUserStore(connection);
    const returned = { isVerified: true, answers: 3, lastSeenAt: daysAgo(1_001) };
    const all = [
      aNewUser(8_001, 1_009, returned),
      aNewUser(8_002, 1_008, { isVerified: true, answers: 1, lastSeenAt: daysAgo(1_002) }),
      aNewUser(8_003, 1_003, { isVerified: true }),
      aNewUser(8_004, 1_002),
      aNewUser(8_005, 1_009, { ...returned, isDemo: true }),
      aNewUser(8_006, 1_011, returned),
    ];
    await users.save(all.map((after) => ({ before: unknownUser(after.id), after })));
    const at = daysAgo(1_000);
    const [last, before] = [
      { from: daysAgo(1_010), to: at },
      { from: daysAgo(1_020), to: daysAgo(1_010) },
    ];
    expect(funnelOf(await users.listNew(last), at)).toEqual({
      signedUp: 4,
      verified: 3,
      studied: 2,
      weekOld: 2,
      returned: 1,
    });
    expect(funnelOf(await users.listNew(before), at)).toMatchObject({ signedUp: 1, returned: 1 });
    const listed = async (step?: 'verified' | 'studied' | 'returned') => {
      const match = { ...anyone, newUsers: { period: last, step } };
      const { items } = await createUserListing(connection).list(match, 'created_at_asc', 9, 0);
      return items.map(({ id }) => id);
    };
    expect(await listed()).toEqual([8_001, 8_002, 8_003, 8_004]);
    expect(await listed('verified')).toEqual([8_001, 8_002, 8_003]);
    expect(await listed('studied')).toEqual([8_001, 8_002]);
    expect(await listed('returned')).toEqual([8_001]);
  });
});
