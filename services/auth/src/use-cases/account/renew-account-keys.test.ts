import { createOutbox } from '@kumbuka/event-bus';
import {
  createIdempotency,
  createSealedBox,
  createTransactions,
  prepareCollections,
} from '@kumbuka/service-kit';
import { startStack, type TestStack } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { emailKeysOf } from '../../domain/account/account-keys.ts';
import { registerAccount } from '../../domain/account/account.ts';
import { toEnvelope } from '../../events/publishes.ts';
import { createStores } from '../../store/stores.ts';
import { renewAccountKeys } from './renew-account-keys.ts';
import type { Transact } from '../ports.ts';

const noon = new Date('2026-03-02T12:00:00Z');
const accountOf = (id: number, email: string, username = `user ${id}`) => ({
  ...registerAccount({ id, email, username, passwordHash: 'hash', signedUpFrom: 'ip' }, noon).account,
});
const mailBox = createSealedBox('code-secret-for-tests', 'mails');

let stack: TestStack;
let connection: Connection;
let transact: Transact;
const stores = () => createStores(connection, mailBox);
const renew = () => renewAccountKeys({ ...stores(), transact })();
const rows = () => connection.collection('account_keys').find().sort({ _id: 1 }).toArray();

beforeAll(async () => {
  stack = await startStack();
  connection = await mongoose.createConnection(stack.mongo.uri('kumbuka_keys')).asPromise();
  const outbox = createOutbox({ connection });
  const idempotency = createIdempotency({ connection, secrets: ['secret of the tests'] });
  const storesIn = (session: mongoose.ClientSession) => createStores(connection, mailBox, session);
  ({ transact } = createTransactions({ connection, outbox, idempotency, storesIn, toEnvelope }));
  stores();
  await prepareCollections(connection);
});
afterAll(async () => {
  await connection.close();
  await stack.stop();
});
beforeEach(async () => {
  await connection.collection('users').deleteMany({});
  await connection.collection('account_keys').deleteMany({});
});

/** Writes accounts as a process of an earlier version does. */
async function writtenByOlderProcess(...accounts: ReturnType<typeof accountOf>[]) {
  await connection
    .collection('users')
    .insertMany(accounts.map(({ id, ...account }) => ({ _id: id as never, ...account })));
}

it('accounts of an older process are found by every spelling after their keys are renewed', async () => {
  const many = Array.from({ length: 1_203 }, (_, index) => accountOf(index + 1, `a${index}@münchen.example`));
  await writtenByOlderProcess(...many);
  await renew();
  expect(await rows()).toHaveLength(1_203);
  const found = await stores().accounts.findByEmail(emailKeysOf('a1202@xn--mnchen-3ya.example'));
  expect(found?.id).toBe(1_203);
  const before = await rows();
  await renew();
  expect(await rows()).toEqual(before);
});

it('of two accounts with one mailbox the older takes the key, and the younger keeps its spelling', async () => {
  const [older, younger] = [
    accountOf(3, 'asha@münchen.example'),
    accountOf(8, 'asha@xn--mnchen-3ya.example'),
  ];
  await writtenByOlderProcess(younger);
  await renew();
  await writtenByOlderProcess(older);
  await renew();
  expect(await rows()).toEqual([
    { _id: 3, emailKey: '2:asha@xn--mnchen-3ya.example', usernameKey: '2:user 3' },
    { _id: 8, usernameKey: '2:user 8' },
  ]);
  const find = async (email: string) => (await stores().accounts.findByEmail(emailKeysOf(email)))?.id;
  expect(await find('asha@xn--mnchen-3ya.example')).toBe(8);
  expect(await find('asha@mu\u0308nchen.example.')).toBe(3);
});

it('the keys of an account that an older process renamed become those of its new name', async () => {
  await writtenByOlderProcess(
    accountOf(1, 'a@example.org', 'Amina'),
    accountOf(2, 'b@example.org', 'Baraka'),
  );
  await renew();
  const users = connection.collection('users');
  await users.updateOne({ _id: 1 as never }, { $set: { username: 'Asha', usernameKey: 'asha' } });
  await users.updateOne({ _id: 2 as never }, { $set: { username: 'Amina', usernameKey: 'amina' } });
  await renew();
  expect((await rows()).map(({ usernameKey }) => usernameKey)).toEqual(['2:asha', '2:amina']);
});

it('nothing of an account that an older process deleted stays', async () => {
  await writtenByOlderProcess(accountOf(1, 'a@example.org'), accountOf(2, 'b@example.org'));
  await renew();
  await connection.collection('users').deleteMany({});
  await renew();
  expect(await rows()).toEqual([]);
});

it('the younger of two accounts with one mailbox can still change its username', async () => {
  const twins = [accountOf(3, 'asha@münchen.example'), accountOf(8, 'asha@xn--mnchen-3ya.example')] as const;
  await writtenByOlderProcess(...twins);
  await renew();
  const renamed = { ...twins[1], username: 'Asha wa pili', usernameKey: 'asha wa pili' };
  await transact(async ({ accounts }) => {
    await accounts.save([renamed]);
    await accounts.claim(renamed, 'username');
  });
  expect((await rows())[1]).toEqual({ _id: 8, usernameKey: '2:asha wa pili' });
});
