import type { QueryFilter } from 'mongoose';
import { accountKeysOf, areConflicting } from '../domain/account/account-keys.ts';
import type { Account } from '../domain/account/account.ts';
import type { AccountStore } from '../use-cases/ports.ts';
import {
  isOneOf,
  keyFields,
  keysRowOf,
  storedEmailKey,
  storedUsernameKey,
  type AccountKeyRows,
  type AccountKeysRow,
} from './account-key-rows.ts';
import type { AccountRow } from './account-rows.ts';

interface SearchOptions {
  findAll(filter: QueryFilter<AccountRow>): Promise<Account[]>;
  findMany(ids: readonly number[]): Promise<Account[]>;
  keyRows: AccountKeyRows;
}

/**
 * Searches accounts by address and username. Keys of the former rule are fields of the account, keys of the current rule
 * have rows of their own. An account that an older process wrote has only the former, so each search reads both.
 */
export function createAccountSearch({
  findAll,
  findMany,
  keyRows,
}: SearchOptions): Pick<AccountStore, 'findByEmails' | 'findConflicting'> {
  /** Adds the accounts of key rows to those found by the former keys. */
  async function withOwners(accounts: readonly Account[], owners: readonly AccountKeysRow[]) {
    const ids = new Set(accounts.map(({ id }) => id));
    const more = owners.filter(({ _id }) => !ids.has(_id)).map(({ _id }) => _id);
    return more.length === 0 ? [...accounts] : [...accounts, ...(await findMany(more))];
  }

  /** Frees keys that an older process left behind when it renamed or deleted an account. */
  async function freeStaleKeys(owners: readonly AccountKeysRow[], accounts: readonly Account[]) {
    const rowOf = new Map(accounts.map((account) => [account.id, keysRowOf(account)]));
    for (const owner of owners)
      for (const field of keyFields) {
        const key = owner[field];
        if (key !== undefined && rowOf.get(owner._id)?.[field] !== key)
          await keyRows.unset(owner._id, field, key);
      }
  }

  return {
    async findByEmails(emails) {
      const [current, former] = [emails.map((each) => each.current), emails.map((each) => each.former)];
      const accounts = await findAll({ emailKey: isOneOf([...new Set([...current, ...former])]) });
      return withOwners(accounts, await keyRows.findByEmails(current.map(storedEmailKey)));
    },

    async findConflicting(keys) {
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
      await freeStaleKeys(owners, accounts);
      return accounts.filter((account) => keys.some((each) => areConflicting(each, accountKeysOf(account))));
    },
  };
}
