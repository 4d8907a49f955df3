import { insertRows } from '@kumbuka/service-kit';
import mongoose, { type ClientSession, type Connection, type QueryFilter } from 'mongoose';
import { accountOf } from '../domain/account/account-keys.ts';
import type { Account } from '../domain/account/account.ts';
import type { AccountStore } from '../use-cases/ports.ts';
import { createAccountKeyRows, isOneOf, keysRowOf, refuseTaken } from './account-key-rows.ts';
import { accountCollection, toAccount, toRow, type AccountRow } from './account-rows.ts';
import { createAccountSearch } from './account-search.ts';

/** Accounts in MongoDB; with a session, calls join its transaction. */
export function createAccountStore(
  connection: Connection,
  session: ClientSession | null = null,
): AccountStore {
  const users = accountCollection.on(connection);
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
  const findMany = (ids: readonly number[]) => findAll({ _id: isOneOf(ids) });
  const { findByEmails, findConflicting } = createAccountSearch({ findAll, findMany, keyRows });

  return {
    find: (id) => findOne({ _id: id }),
    findMany,
    async findByEmail(email) {
      return accountOf(email, await findByEmails([email]));
    },
    findByEmails,

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
      await insertRows(users, accounts.map(toRow), inSession).catch(refuseTaken);
      await keyRows.insert(accounts.map(keysRowOf)).catch(refuseTaken);
    },

    findConflicting,

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
