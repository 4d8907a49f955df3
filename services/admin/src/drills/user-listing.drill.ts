import { userSorts, type UserSort } from '@kumbuka/contracts';
import { startStack, type TestStack } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchKey as keyOfSearch, sortKey } from '@kumbuka/text';
import type { UserMatch } from '../domain/directory/listing.ts';
import type { DirectoryUser } from '../domain/directory/user.ts';
import { aName, minuteMs, now, random, saveRandomUsers } from '../testing/random-users.ts';
import { createUserListing } from '../store/user-listing.ts';

let stack: TestStack;
let connection: Connection;
let users: DirectoryUser[];
beforeAll(async () => {
  stack = await startStack();
  connection = await mongoose.createConnection(stack.mongo.uri('kumbuka_admin')).asPromise();
  users = await saveRandomUsers(connection);
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
        newUsers: null,
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
