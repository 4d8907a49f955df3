import { startStack, type TestStack } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDeletion } from '../domain/deletion/deletion.ts';
import { createBatchStore } from './batch-store.ts';
import { createDeletionStore } from './deletion-store.ts';

const now = new Date('2026-03-01T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const beats = [
  ['just now is not resumed', after(-1), false],
  ['a minute ago is resumed', after(-60), true],
  ['by a clock that is a second ahead is not resumed', after(1), false],
  ['by a clock that was 60 days ahead is resumed', after(60 * 86_400), true],
] as const;

let stack: TestStack;
let connection: Connection;
beforeAll(async () => {
  stack = await startStack();
  connection = await mongoose.createConnection(stack.mongo.uri('kumbuka_admin')).asPromise();
});
afterAll(async () => {
  await connection.close();
  await stack.stop();
});

const aDeletion = (id: string, at: Date) =>
  newDeletion({
    id,
    requestedBy: 'operator',
    by: 'key',
    users: 1,
    dryRun: false,
    strategy: 'fast',
    commitPer: 'user',
    sleepMs: 0,
    at,
  });

it.each(beats)('a deletion with a heartbeat %s', async (what, at, isStale) => {
  const deletions = createDeletionStore(connection);
  await deletions.insert(aDeletion(what, at));
  expect((await deletions.claimIdle(now)).map(({ id }) => id)).toEqual(isStale ? [what] : []);
  expect(await deletions.claimIdle(now)).toEqual([]);
});

const aUser = { index: 1, username: 'demo1', email: 'demo1@a.example', userId: null, isFurnished: false };

it.each(beats)('a batch of demo users with a heartbeat %s', async (what, at, isStale) => {
  const batches = createBatchStore(connection);
  const request = {
    count: 1,
    prefix: 'demo',
    emailDomain: 'a.example',
    starterDecks: 0,
    studyHistory: false,
  };
  const begun = {
    state: 'running',
    createdAt: at,
    completedAt: null,
    expiresAt: null,
    made: 0,
    furnished: 0,
  } as const;
  await batches.insert({ ...request, ...begun, id: what, by: 'key', key: null, bodyMac: '', sealed: null }, [
    aUser,
  ]);
  expect(await batches.claimIdle(now)).toEqual(isStale ? [what] : []);
  expect(await batches.claimIdle(now)).toEqual([]);
});
