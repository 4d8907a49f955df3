import { defineCollection, field, insertRows, type RowOf } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection, type QueryFilter } from 'mongoose';
import { accountKeysOf, accountOf, areRivals } from '../domain/account/account-keys.ts';
import { roles, type Account } from '../domain/account/account.ts';
import type { AccountStore } from '../use-cases/ports.ts';
import {
  createAccountKeyRows,
  keyFields,
  keysRowOf,
  refuseTaken,
  storedEmailKey,
  storedUsernameKey,
  type AccountKeysRow,
} from './account-key-rows.ts';

const collection = defineCollection({
  model: 'User',
  name: 'users',
  fields: {
    _id: field.number,
    email: field.text,
    emailKey: field.text,
    username: field.text,
    usernameKey: field.text,
    passwordHash: field.textOrNull,
    emailVerifiedAt: field.dateOrNull,
    signedUpFrom: field.textOrNull,
    isDemo: field.flag,
    /** Rows written before batches existed lack the field. */
    demo: {
      type: { _id: false, batchId: field.text, expiresAt: field.dateOrNull },
      default: null,
      required: false,
    },
    role: field.oneOf(roles),
    language: field.oneOf(['en']),
    tokenEpoch: field.number,
    createdAt: field.date,
    lastSeenAt: field.dateOrNull,
    version: field.number,
  },
});
type AccountRow = RowOf<typeof collection>;
const { schema } = collection;
schema.index({ emailKey: 1 }, { unique: true });
schema.index({ usernameKey: 1 }, { unique: true });
/** Contains only unverified accounts, so the purge reads nothing else. */
schema.index({ createdAt: 1 }, { partialFilterExpression: { emailVerifiedAt: null } });
/** Contains only operators. */
schema.index({ role: 1, _id: 1 }, { partialFilterExpression: { role: 'admin' } });

const toRow = ({ id, ...account }: Account): AccountRow => ({ _id: id, ...account });
const toAccount = ({ _id, ...row }: AccountRow): Account => ({ id: _id, ...row, demo: row.demo ?? null });

/** Accounts in MongoDB; with a session, calls join its transaction. */
export function createAccountStore(
  connection: Connection,
  session: ClientSession | null = null,
): AccountStore {
  const users = collection.on(connection);
  const keyRows = createAccountKeyRows(connection, session);
  const inSession = session ? { session } : {};

  const findOne = async (filter: Partial<AccountRow>): Promise<Account | null> => {
    const row = await users.findOne(filter).session(session).lean<AccountRow>();
    return row && toAccount(row);
  };

  const findAll = async (filter: QueryFilter<AccountRow>): Promise<Account[]> => {
    const rows = await users.find(filter).session(session).lean<AccountRow[]>();
    return rows.map(toAccount);
  };
  const isOneOf = <Value extends number | string>(values: readonly Value[]) =>
    mongoose.trusted({ $in: [...values] });
  const findMany = (ids: readonly number[]) => findAll({ _id: isOneOf(ids) });

  /** Accounts with keys of either rule; those known by the first may lack a row of keys. */
  async function withOwners(accounts: readonly Account[], owners: readonly AccountKeysRow[]) {
    const ids = new Set(accounts.map(({ id }) => id));
    const more = owners.filter(({ _id }) => !ids.has(_id)).map(({ _id }) => _id);
    return more.length === 0 ? [...accounts] : [...accounts, ...(await findMany(more))];
  }

  /** Frees keys that an older process left behind when it renamed or deleted an account. */
  async function freeLeft(owners: readonly AccountKeysRow[], accounts: readonly Account[]) {
    const rowOf = new Map(accounts.map((account) => [account.id, keysRowOf(account)]));
    for (const owner of owners)
      for (const field of keyFields) {
        const key = owner[field];
        if (key !== undefined && rowOf.get(owner._id)?.[field] !== key)
          await keyRows.unset(owner._id, field, key);
      }
  }

  const findByEmails: AccountStore['findByEmails'] = async (emails) => {
    const [current, former] = [emails.map((each) => each.current), emails.map((each) => each.former)];
    const accounts = await findAll({ emailKey: isOneOf([...new Set([...current, ...former])]) });
    return withOwners(accounts, await keyRows.findByEmails(current.map(storedEmailKey)));
  };

  const findRivals: AccountStore['findRivals'] = async (keys) => {
    const emails = keys.map(({ email }) => email);
    const usernames = keys.map(({ username }) => username);
    const found = await findAll({
      $or: [
        { emailKey: isOneOf(emails.flatMap(({ current, former }) => [current, former])) },
        { usernameKey: isOneOf(usernames.flatMap(({ current, former }) => [current, former])) },
      ],
    });
    const owners = await keyRows.findByKeys(
      emails.map(({ current }) => storedEmailKey(current)),
      usernames.map(({ current }) => storedUsernameKey(current)),
    );
    const accounts = await withOwners(found, owners);
    await freeLeft(owners, accounts);
    return accounts.filter((account) => keys.some((each) => areRivals(each, accountKeysOf(account))));
  };

  return {
    find: (id) => findOne({ _id: id }),
    findMany,
    async findByEmail(email) {
      return accountOf(email, await findByEmails([email]));
    },
    findByEmails,

    async listIds(after, most) {
      const rows = await users
        .find({ _id: mongoose.trusted({ $gt: after }) }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(most)
        .lean<{ _id: number }[]>();
      return rows.map(({ _id }) => _id);
    },

    async findOperators(limit) {
      const rows = await users.find({ role: 'admin' }).sort({ _id: 1 }).limit(limit).lean<AccountRow[]>();
      return rows.map(toAccount);
    },

    async insert(accounts) {
      await insertRows(users, accounts.map(toRow), inSession).catch(refuseTaken);
      await keyRows.insert(accounts.map(keysRowOf)).catch(refuseTaken);
    },

    findRivals,

    async save(accounts) {
      const operations = accounts.map(({ id, ...fields }) => ({
        updateOne: { filter: { _id: id }, update: { $set: fields } },
      }));
      await users.bulkWrite(operations, inSession).catch(refuseTaken);
    },

    async remove(ids) {
      await users.deleteMany({ _id: isOneOf(ids) }, inSession);
      await keyRows.remove(ids);
    },

    async replaceHash({ id, passwordHash }, stronger) {
      await users.updateOne({ _id: id, passwordHash }, { $set: { passwordHash: stronger } });
    },

    async findUnverified(createdUntil, limit) {
      const rows = await users
        .find({ emailVerifiedAt: null, createdAt: mongoose.trusted({ $lte: createdUntil }) }, { _id: 1 })
        .sort({ createdAt: 1 })
        .limit(limit)
        .lean<{ _id: number }[]>();
      return rows.map(({ _id }) => _id);
    },
  };
}
