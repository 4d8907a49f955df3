import { createLog } from '@kumbuka/runtime';
import { startStack, type TestStack } from '@kumbuka/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defineCollection, field } from '../stores/collection.ts';
import { inTransaction } from '../stores/in-transaction.ts';
import { connectMongo, type Mongo } from '../stores/mongo.ts';
import { eraserOf } from './tombstones.ts';
import { createUserDeletion, type UserDeletion } from './user-deletion.ts';

let stack: TestStack;
let mongo: Mongo;
let finished: number[];
let passes: number;
let diesAt: number;

const learnerCollection = defineCollection({
  model: 'Learner',
  name: 'learners',
  fields: {
    _id: field.number,
    deckCount: field.number,
    email: field.textOrNull,
    erasedAt: field.dateOrNull,
  },
});
const collections = ['decks', 'cards', 'payments', 'graves', 'learners'];
beforeAll(async () => {
  stack = await startStack();
  mongo = connectMongo({ url: stack.env.MONGO_URL, database: 'deletions', log: createLog('test', 'silent') });
  await mongo.start();
  await deletion().prepare();
  for (const name of collections) await mongo.connection.createCollection(name);
});
afterAll(async () => {
  await mongo.stop();
  await stack.stop();
});

const rowsOf = (name: string) => mongo.connection.collection<{ owner: number | null }>(name);
const held: UserDeletion = {
  rows: [
    { kind: 'decks', collection: 'decks', owner: 'owner' },
    { kind: 'cards', collection: 'cards', owner: 'owner' },
    { kind: 'anonymised', collection: 'payments', owner: 'owner', change: { $set: { owner: null } } },
  ],
  async markErased(userIds, _at, session) {
    await rowsOf('graves').insertMany(
      userIds.map((owner) => ({ owner })),
      { session },
    );
    return new Map(userIds.map((userId) => [userId, { accounts: 1 }]));
  },
  countMarked: async (userIds) => new Map(userIds.map((userId) => [userId, { accounts: 1 }])),
  finish: async (userId) => void finished.push(userId),
};

class Crash extends Error {}

/** Process that ends at the n-th pass of a crash point. */
const deletion = () =>
  createUserDeletion(held, {
    connection: mongo.connection,
    now: () => new Date(),
    crashAt: () => {
      passes += 1;
      if (passes === diesAt) throw new Crash();
    },
  });

beforeEach(async () => {
  [finished, passes, diesAt] = [[], 0, Infinity];
  for (const name of collections) await rowsOf(name).deleteMany({});
  for (const [name, ...counts] of [
    ['decks', 3, 2, 4],
    ['cards', 700, 0, 5],
    ['payments', 1, 2, 0],
  ] as const)
    for (const [index, count] of counts.entries())
      if (count > 0)
        await rowsOf(name).insertMany(Array.from({ length: count }, () => ({ owner: index + 1 })));
});

const expected = [
  { userId: 1, counts: { accounts: 1, decks: 3, cards: 700, anonymised: 1 }, done: true },
  { userId: 2, counts: { accounts: 1, decks: 2, cards: 0, anonymised: 2 }, done: true },
];
const left = async () =>
  Promise.all(collections.slice(0, 3).map((name) => rowsOf(name).countDocuments({ owner: { $in: [1, 2] } })));
const stepOf = (more: { rows?: number; dryRun?: boolean } = {}) => ({
  deletionId: randomUUID(),
  userIds: [1, 2],
  dryRun: false,
  ...more,
});

describe('a step of a deletion', () => {
  it('deletes all data of its users and nothing of others, and returns the counts', async () => {
    const before = await deletion().step(stepOf({ dryRun: true }));
    expect(await left()).toEqual([5, 700, 3]);
    expect(await deletion().step(stepOf())).toEqual(before);
    expect(before).toEqual(expected);
    expect(await left()).toEqual([0, 0, 0]);
    expect([
      await rowsOf('decks').countDocuments(),
      await rowsOf('payments').countDocuments({ owner: null }),
    ]).toEqual([4, 3]);
    expect(finished).toEqual([1, 2]);
  });

  it('a repeated step of a deletion returns the same counts and writes no second tombstone', async () => {
    const step = stepOf();
    const first = await deletion().step(step);
    expect(await deletion().step(step)).toEqual(first);
    expect(await rowsOf('graves').countDocuments()).toBe(2);
    expect(finished).toEqual([1, 2]);
  });

  it('deletes at most the requested number of rows', async () => {
    await rowsOf('cards').deleteMany({ owner: 1 });
    const step = stepOf({ rows: 1 });
    const sums: number[] = [];
    for (let done = false; !done;) {
      const users = await deletion().step(step);
      sums.push(
        users.reduce(
          (sum, { counts: { decks = 0, cards = 0, anonymised = 0 } }) => sum + decks + cards + anonymised,
          0,
        ),
      );
      done = users.every((user) => user.done);
    }
    expect(sums).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 8]);
  });

  it.each([1, 2, 3, 4, 5])('that dies at crash point %i continues with exact counts', async (point) => {
    const step = stepOf();
    diesAt = point;
    await expect(deletion().step(step)).rejects.toBeInstanceOf(Crash);
    expect(await deletion().step(step)).toEqual(expected);
    expect(await left()).toEqual([0, 0, 0]);
  });

  it('that runs twice at the same time counts nothing twice', async () => {
    const step = stepOf();
    const both = await Promise.all([deletion().step(step), deletion().step(step)]);
    expect(await deletion().step(step)).toEqual(expected);
    expect(both.flat().filter(({ done }) => done).length).toBeGreaterThanOrEqual(2);
    expect(await rowsOf('graves').countDocuments()).toBe(2);
  });
});

describe('a tombstone', () => {
  const at = new Date('2026-03-01T12:00:00Z');
  const blank = { deckCount: 0, email: null };
  const learners = () => learnerCollection.on(mongo.connection);
  const erase = (userId: number) => eraserOf(learners(), blank, null)(userId, at);

  it('contains only the id of its user, also when written twice', async () => {
    await learners().create({ _id: 1, deckCount: 3, email: 'amina@example.org' });
    await erase(1);
    await erase(1);
    expect(await learners().find().lean()).toEqual([{ _id: 1, ...blank, erasedAt: at }]);
  });

  it('is written for a user without stored data, so that late events restore nothing', async () => {
    await erase(2);
    expect(await learners().find().lean()).toEqual([{ _id: 2, ...blank, erasedAt: at }]);
  });

  it('is not stored when its transaction fails, and the user is unchanged', async () => {
    const user = { _id: 3, deckCount: 3, email: 'juma@example.org', erasedAt: null };
    await learners().create(user);
    const failed = inTransaction(mongo.connection, async (session) => {
      await eraserOf(learners(), blank, session)(3, at);
      throw new Crash();
    });
    await expect(failed).rejects.toBeInstanceOf(Crash);
    expect(await learners().find().lean()).toEqual([user]);
  });
});
