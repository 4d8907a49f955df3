import { insertRows, isDuplicateKey } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection, type QueryFilter } from 'mongoose';
import type { Account } from '../domain/account/account.ts';
import { EmailTaken, UsernameTaken } from '../domain/errors.ts';
import type { AccountStore } from '../use-cases/ports.ts';
import { accountCollection, toAccount, toRow, type AccountRow } from './account-rows.ts';

const isOneOf = <Value extends number | string>(values: readonly Value[]) =>
  mongoose.trusted({ $in: [...values] });

/**
 * Throws `EmailTaken` or `UsernameTaken` for a duplicate key. Detects the index by the error message, because bulk write
 * errors contain nothing else.
 */
function rejectTaken(error: unknown): never {
  if (!isDuplicateKey(error)) throw error;
  throw error.message.includes('index: usernameKey_1 ') ? new UsernameTaken() : new EmailTaken();
}

/** Accounts in MongoDB; with a session, calls join its transaction. */
export function createAccountStore(
  connection: Connection,
  session: ClientSession | null = null,
): AccountStore {
  const users = accountCollection.on(connection);
  const inSession = session ? { session } : {};

  const findOne = async (filter: Partial<AccountRow>): Promise<Account | null> => {
    const row = await users.findOne(filter).session(session).lean<AccountRow>();
    return row && toAccount(row);
  };

  const findAll = async (filter: QueryFilter<AccountRow>): Promise<Account[]> => {
    const rows = await users.find(filter).session(session).lean<AccountRow[]>();
    return rows.map(toAccount);
  };
  const findMany = (ids: readonly number[]) => findAll({ _id: isOneOf(ids) });

  return {
    find: (id) => findOne({ _id: id }),
    findMany,
    async lock(id) {
      const row = await users
        .findOneAndUpdate({ _id: id }, { $inc: { locks: 1 } }, { ...inSession, returnDocument: 'after' })
        .lean<AccountRow>();
      return row && toAccount(row);
    },
    findByEmail: (emailKey) => findOne({ emailKey }),
    findByEmails: (emailKeys) => findAll({ emailKey: isOneOf(emailKeys) }),
    findConflicting: (keys) =>
      findAll({
        $or: [
          { emailKey: isOneOf(keys.map(({ emailKey }) => emailKey)) },
          { usernameKey: isOneOf(keys.map(({ usernameKey }) => usernameKey)) },
        ],
      }),

    async listIds(after, limit) {
      const rows = await users
        .find({ _id: mongoose.trusted({ $gt: after }) }, { _id: 1 })
        .sort({ _id: 1 })
        .limit(limit)
        .lean<{ _id: number }[]>();
      return rows.map(({ _id }) => _id);
    },

    async findOperators(limit) {
      const rows = await users.find({ role: 'admin' }).sort({ _id: 1 }).limit(limit).lean<AccountRow[]>();
      return rows.map(toAccount);
    },

    async insert(accounts) {
      await insertRows(users, accounts.map(toRow), inSession).catch(rejectTaken);
    },

    async save(accounts) {
      const operations = accounts.map(({ id, ...fields }) => ({
        updateOne: { filter: { _id: id }, update: { $set: fields } },
      }));
      await users.bulkWrite(operations, inSession).catch(rejectTaken);
    },

    async remove(ids) {
      await users.deleteMany({ _id: isOneOf(ids) }, inSession);
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
