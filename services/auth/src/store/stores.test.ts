import { createOutbox } from '@kumbuka/event-bus';
import { createIdempotency, createTransactions, prepareCollections } from '@kumbuka/service-kit';
import { startStack, type TestStack } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSealedBox } from '@kumbuka/service-kit';
import { openSession } from '../domain/access/session.ts';
import { deleteAccount, registerAccount } from '../domain/account/account.ts';
import { noCodeRequests, addCodeRequest } from '../domain/code/code-requests.ts';
import type { Code } from '../domain/code/code.ts';
import { toEnvelope } from '../events/publishes.ts';
import type { Transact, UnitOfWork } from '../use-cases/ports.ts';
import { createStores } from './stores.ts';

const now = new Date();
const later = new Date(now.getTime() + 600_000);
const accountOf = (id: number) =>
  registerAccount(
    {
      id,
      email: `a${id}@example.org`,
      username: `name${id}`,
      passwordHash: 'hash',
      signedUpFrom: 'ip',
      language: null,
    },
    now,
  ).account;
const aCode = (id: string): Code => ({
  id,
  purpose: 'verification',
  emailMac: 'email',
  mac: 'mac',
  accountId: 1,
  requestedFrom: null,
  tries: 0,
  createdAt: now,
  expiresAt: later,
});
const aMail = (id: string) => ({
  id,
  purpose: 'verification' as const,
  emailMac: 'email',
  to: 'a1@example.org',
  language: 'en' as const,
  content: { code: '123456' },
  attempts: 0,
  expiresAt: later,
});

const requests = addCodeRequest(noCodeRequests('email'), 'verification', now);

const mailBox = createSealedBox(['code-secret-for-tests'], 'mails');
const transactOn = (database: Connection): Transact =>
  createTransactions({
    connection: database,
    outbox: createOutbox({ connection: database }),
    idempotency: createIdempotency({ connection: database, secrets: ['secret of the tests'] }),
    storesIn: (session) => createStores(database, mailBox, session),
    toEnvelope,
  }).transact;

let stack: TestStack;
let connection: Connection;
let transact: Transact;

beforeAll(async () => {
  stack = await startStack();
  connection = await mongoose.createConnection(stack.mongo.uri('transactions')).asPromise();
  transact = transactOn(connection);
  const { revocations, codeRequests } = createStores(connection, mailBox);
  await prepareCollections(connection);
  await Promise.all([createOutbox({ connection }).prepare(), revocations.prepare()]);
  await codeRequests.save(requests);
  await transact(async (unit) => {
    await unit.accounts.insert([accountOf(1)]);
    await unit.codes.replace(aCode('code-1'));
    await unit.sessions.insert(openSession('session-1', 1, '', now));
    await unit.mails.enqueue(aMail('mail-1'));
  });
});
afterAll(async () => {
  await connection.close();
  await stack.stop();
});

async function everything() {
  const names = (await connection.listCollections()).map(({ name }) => name).toSorted();
  const rows = await Promise.all(names.map((name) => connection.collection(name).find().toArray()));
  return JSON.stringify(names.map((name, index) => [name, rows[index]]));
}

const calls: [string, (unit: UnitOfWork) => Promise<unknown>][] = [
  ['accounts.insert', (unit) => unit.accounts.insert([accountOf(2)])],
  ['accounts.save', (unit) => unit.accounts.save([{ ...accountOf(1), tokenEpoch: 9 }])],
  ['accounts.remove', (unit) => unit.accounts.remove([1])],
  ['codes.replace', (unit) => unit.codes.replace(aCode('code-2'))],
  ['codes.consume', (unit) => unit.codes.consume(aCode('code-1'))],
  ['codes.removeAll', (unit) => unit.codes.removeAll(['email'])],
  ['codeRequests.save', (unit) => unit.codeRequests.save(addCodeRequest(requests, 'reset', now))],
  ['codeRequests.forgive', (unit) => unit.codeRequests.forgive('email')],
  ['sessions.insert', (unit) => unit.sessions.insert(openSession('session-2', 1, '', now))],
  ['sessions.remove', (unit) => unit.sessions.remove(1, 'session-1')],
  ['sessions.noteSeen', (unit) => unit.sessions.noteSeen([{ userId: 1, sessionId: 'session-1', at: later }])],
  ['sessions.removeAll', (unit) => unit.sessions.removeAll(1)],
  ['revocations.add', (unit) => unit.revocations.add([{ kind: 'session', sessionId: 'session-1', at: now }])],
  ['mails.removeAll', (unit) => unit.mails.removeAll(['email'])],
  ['mails.enqueue', (unit) => unit.mails.enqueue(aMail('mail-2'))],
  ['record', async (unit) => unit.record(deleteAccount(accountOf(1), now).events)],
];

describe('a transaction that fails', () => {
  it.each(calls)('leaves nothing of %s behind', async (_name, call) => {
    const before = await everything();
    let during: unknown;
    const work = transact(async (unit) => {
      during = await call(unit);
      throw new Error('given up');
    });
    await expect(work).rejects.toThrow('given up');
    expect(during).not.toBe(false);
    expect(await everything()).toBe(before);
  });

  it.each(calls)('%s changes something when it is committed', async (name, call) => {
    const copy = await connection
      .useDb(`committed-${name.replace('.', '-')}`, { useCache: false })
      .asPromise();
    for (const { name: collection } of await connection.listCollections()) {
      const rows = await connection.collection(collection).find().toArray();
      await copy.createCollection(collection);
      if (rows.length > 0) await copy.collection(collection).insertMany(rows);
    }
    const dump = async () => {
      const names = (await copy.listCollections()).map((each) => each.name).toSorted();
      return JSON.stringify(await Promise.all(names.map((each) => copy.collection(each).find().toArray())));
    };
    const before = await dump();
    await transactOn(copy)(call);
    expect(await dump()).not.toBe(before);
  });
});

it('a code does not wait behind the reminders of an hour that many chose', async () => {
  const copy = await connection.useDb('many-reminders', { useCache: false }).asPromise();
  const { mails } = createStores(copy, mailBox);
  const content = { cards: 3, minutes: 1, studyUrl: 'https://a.example', stopUrl: 'https://b.example' };
  const reminders = Array.from({ length: 50 }, (_each, at) => ({
    ...aMail(`reminder-${at}`),
    purpose: 'study-reminder' as const,
    content,
  }));
  await Promise.all(reminders.map((reminder) => mails.enqueueOnce(reminder.id, reminder, now)));
  await mails.enqueue(aMail('code'), now);
  expect(await mails.claim(now)).toMatchObject({ id: 'code' });
  expect(await mails.claim(now)).toMatchObject({ purpose: 'study-reminder' });
});

it('the receipt of an erasure stays queued when all other mail to its address is removed', async () => {
  const copy = await connection.useDb('erasure-receipt', { useCache: false }).asPromise();
  const { mails } = createStores(copy, mailBox);
  await mails.enqueue(aMail('code'));
  const content = { deletionId: 'd-1', requestedAt: now.toISOString(), counts: [] };
  await mails.enqueueOnce('erasure:d-1', { ...aMail('receipt'), purpose: 'erasure-receipt', content }, now);
  await mails.removeAll(['email']);
  expect(await mails.claim(now)).toMatchObject({ id: 'receipt', content });
  expect(await mails.claim(now)).toBeNull();
});
