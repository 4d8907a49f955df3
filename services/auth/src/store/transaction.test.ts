import { createOutbox } from '@kumbuka/event-bus';
import { prepareCollections } from '@kumbuka/service-kit';
import { startStack, type TestStack } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSealedBox } from '../crypto/sealed-box.ts';
import { deleteAccount, registerAccount } from '../domain/account.ts';
import type { Code } from '../domain/code.ts';
import { openSession } from '../domain/session.ts';
import { eventOf } from '../events/publishes.ts';
import type { Transact, Unit } from '../use-cases/unit.ts';
import { createRevocationStore } from './revocation-store.ts';
import { transactBy } from './transaction.ts';
import { createTurnStore } from './turn-store.ts';

const now = new Date();
const later = new Date(now.getTime() + 600_000);
const accountOf = (id: number) =>
  registerAccount({ id, email: `a${id}@example.org`, username: `name${id}`, passwordHash: 'hash' }, now)
    .account;
const aCode = (id: string): Code => ({
  id,
  purpose: 'verification',
  addressKey: 'address',
  mac: 'mac',
  accountId: 1,
  tries: 0,
  createdAt: now,
  expiresAt: later,
});
const aMail = (id: string) => ({
  id,
  purpose: 'verification' as const,
  addressKey: 'address',
  to: 'a1@example.org',
  content: { username: 'name1', code: '123456' },
  attempts: 0,
  expiresAt: later,
});

let stack: TestStack;
let connection: Connection;
let transact: Transact;

beforeAll(async () => {
  stack = await startStack();
  connection = await mongoose.createConnection(stack.mongo.uri('transactions')).asPromise();
  const outbox = createOutbox({ connection });
  const mailBox = createSealedBox('code-secret-for-tests', 'mails');
  transact = transactBy({ connection, outbox, mailBox, eventOf });
  const turns = createTurnStore(connection);
  // Declares the models of every store, so that their collections can be made.
  await transact(async () => undefined);
  await prepareCollections(connection);
  await outbox.prepare();
  await createRevocationStore(connection).prepare();
  await turns.take('address', 'verification', now, { resendSeconds: 30, perHour: 10 });
  await transact(async (unit) => {
    await unit.accounts.insert(accountOf(1));
    await unit.codes.replace(aCode('code-1'));
    await unit.sessions.insert(openSession('session-1', 1, now));
    await unit.mails.enqueue(aMail('mail-1'), true);
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

const calls: [string, (unit: Unit) => Promise<unknown>][] = [
  ['accounts.insert', (unit) => unit.accounts.insert(accountOf(2))],
  ['accounts.save', (unit) => unit.accounts.save([{ ...accountOf(1), tokenEpoch: 9 }])],
  ['accounts.remove', (unit) => unit.accounts.remove(1)],
  ['codes.replace', (unit) => unit.codes.replace(aCode('code-2'))],
  ['codes.consume', (unit) => unit.codes.consume(aCode('code-1'))],
  ['codes.forget', (unit) => unit.codes.forget('address')],
  ['codes.forgetTurns', (unit) => unit.codes.forgetTurns('address', 'verification')],
  ['sessions.insert', (unit) => unit.sessions.insert(openSession('session-2', 1, now))],
  ['sessions.remove', (unit) => unit.sessions.remove('session-1')],
  ['sessions.removeAllOf', (unit) => unit.sessions.removeAllOf(1)],
  ['revocations.add', (unit) => unit.revocations.add({ kind: 'session', sessionId: 'session-1', at: now })],
  ['mails.enqueue', (unit) => unit.mails.enqueue(aMail('mail-2'), true)],
  ['tell', (unit) => unit.tell(deleteAccount(accountOf(1), now).facts)],
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

  it.each(calls)('(for comparison: %s changes something when it is committed)', async (name, call) => {
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
    const mailBox = createSealedBox('code-secret-for-tests', 'mails');
    const outbox = createOutbox({ connection: copy });
    await transactBy({ connection: copy, outbox, mailBox, eventOf })(call);
    expect(await dump()).not.toBe(before);
  });
});
