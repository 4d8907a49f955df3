import { createOutbox } from '@kumbuka/event-bus';
import {
  createIdempotency,
  createSealedBox,
  createTransactions,
  isDuplicateKey,
  prepareCollections,
} from '@kumbuka/service-kit';
import { formerUsernameKey } from '@kumbuka/text';
import { startStack, type TestStack } from '@kumbuka/testing';
import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accountKeysOf, emailKeysOf } from '../../domain/account/account-keys.ts';
import { registerAccount, renameAccount } from '../../domain/account/account.ts';
import { EmailTaken, UsernameTaken } from '../../domain/errors.ts';
import { toEnvelope } from '../../events/publishes.ts';
import { keysRowOf } from '../../store/account-key-rows.ts';
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

it('renewing the keys removes those of an account that an older process deleted', async () => {
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
  await transact(async ({ accounts, accountKeys }) => {
    await accounts.save([renamed]);
    await accountKeys.claim(renamed, 'username');
  });
  expect((await rows())[1]).toEqual({ _id: 8, usernameKey: '2:asha wa pili' });
});

const users = () => connection.collection<{ _id: number; email: string; username: string }>('users');
const unlessTaken = (error: unknown) => {
  if (!isDuplicateKey(error) && !(error instanceof EmailTaken) && !(error instanceof UsernameTaken))
    throw error;
};

/** Writes of a process of today. */
const today = {
  async signUp(account: ReturnType<typeof accountOf>) {
    if ((await stores().accounts.findConflicting([accountKeysOf(account)])).length > 0) return;
    await transact(({ accounts }) => accounts.insert([account])).catch(unlessTaken);
  },
  rename: (id: number, username: string) =>
    transact(async ({ accounts, accountKeys }) => {
      const account = await accounts.find(id);
      const changed = account && renameAccount(account, username, noon);
      if (!changed) return;
      await accounts.save([changed.account]);
      await accountKeys.claim(changed.account, 'username');
    }).catch(unlessTaken),
  remove: (id: number) => transact(({ accounts }) => accounts.remove([id])),
};

/** The same writes of a process of an earlier version, which knows nothing of `account_keys`. */
const earlier = {
  signUp: (account: ReturnType<typeof accountOf>) => writtenByOlderProcess(account).catch(unlessTaken),
  rename: (id: number, username: string) =>
    users()
      .updateOne({ _id: id }, { $set: { username, usernameKey: formerUsernameKey(username) } })
      .catch(unlessTaken),
  remove: (id: number) => users().deleteOne({ _id: id }),
};

/** The same order for the same seed. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const placed = items.map((item, index) => ({
    item,
    at: Math.imul(seed * 31 + index + 1, 2_654_435_761) >>> 0,
  }));
  return placed.toSorted((one, other) => one.at - other.at).map(({ item }) => item);
}

/** Expected owner of each key: the oldest account with that address or name. */
function ownersOf(accounts: readonly { _id: number; email: string; username: string }[]) {
  const owners = new Map<string, number>();
  for (const { _id, email, username } of accounts.toSorted((one, other) => one._id - other._id)) {
    const { emailKey, usernameKey } = keysRowOf({ ...accountOf(_id, email, username) });
    for (const key of [`email ${emailKey}`, `username ${usernameKey}`])
      if (!owners.has(key)) owners.set(key, _id);
  }
  return owners;
}

it.each(Array.from({ length: 20 }, (_, index) => index))(
  'whatever order processes of both versions write in, three at a time, every account is found and no key is lost: order %i',
  async (seed) => {
    const writes = [
      () => today.signUp(accountOf(1, 'asha@münchen.example', 'Asha')),
      () => earlier.signUp(accountOf(2, 'asha@xn--mnchen-3ya.example', 'Baraka')),
      () => earlier.signUp(accountOf(3, 'juma@example.org', 'Juma')),
      () => today.signUp(accountOf(4, 'amina@example.org', 'amina')),
      () => today.rename(2, 'Juma wa pili'),
      () => earlier.rename(3, '\uff21mina'),
      () => earlier.rename(4, 'Juma'),
      () => today.rename(4, 'Baraka\u200b'),
      () => today.remove(1),
      () => earlier.remove(3),
      renew,
      renew,
    ];
    const order = shuffled(writes, seed);
    for (let at = 0; at < order.length; at += 3)
      await Promise.all(order.slice(at, at + 3).map((write) => write()));
    await renew();
    const accounts = await users().find().toArray();
    for (const { _id, email } of accounts)
      expect([email, (await stores().accounts.findByEmail(emailKeysOf(email)))?.id]).toEqual([email, _id]);
    const kept = (await rows()).flatMap(({ _id, emailKey, usernameKey }) => [
      ...(emailKey ? [[`email ${emailKey}`, _id]] : []),
      ...(usernameKey ? [[`username ${usernameKey}`, _id]] : []),
    ]);
    expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(ownersOf(accounts)));
  },
);
