import { isDuplicateKey } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { accountKeysOf, haveSame, isOlder } from '../domain/account/account-keys.ts';
import { EmailTaken, UsernameTaken } from '../domain/errors.ts';
import type { AccountKeyStore, AccountStore } from '../use-cases/ports.ts';
import { createAccountKeyRows, keyFields, keysRowOf, refuseTaken } from './account-key-rows.ts';

function ignoreTaken(error: unknown) {
  if (!isDuplicateKey(error)) throw error;
}

/** Keys of accounts in MongoDB; with a session, calls join its transaction, as those of `accounts` must. */
export function createAccountKeyStore(
  connection: Connection,
  accounts: Pick<AccountStore, 'find' | 'findMany' | 'findConflicting'>,
  session: ClientSession | null = null,
): AccountKeyStore {
  const keyRows = createAccountKeyRows(connection, session);

  return {
    async claim(account, name) {
      const keys = accountKeysOf(account);
      const conflicting = await accounts.findConflicting([keys]);
      const isTaken = conflicting.some(
        (other) => other.id !== account.id && haveSame(name, accountKeysOf(other), keys),
      );
      if (isTaken) throw name === 'email' ? new EmailTaken() : new UsernameTaken();
      const field = `${name}Key` as const;
      await keyRows.set(account.id, field, keysRowOf(account)[field]).catch(refuseTaken);
    },

    async add(ids) {
      const wanted = (await accounts.findMany(ids)).map(keysRowOf);
      const present = new Set((await keyRows.findOfAccounts(ids)).map(({ _id }) => _id));
      await keyRows
        .insert(
          wanted.filter(({ _id }) => !present.has(_id)),
          false,
        )
        .catch(ignoreTaken);
      const stored = new Map((await keyRows.findOfAccounts(ids)).map((row) => [row._id, row]));
      return wanted
        .filter((row) => keyFields.some((field) => stored.get(row._id)?.[field] !== row[field]))
        .map(({ _id }) => _id);
    },

    async settle(id) {
      const account = await accounts.find(id);
      if (!account) return;
      for (const field of keyFields) {
        const key = keysRowOf(account)[field];
        const owner = await keyRows.findOwner(field, key);
        if (owner?._id === id) continue;
        const other = owner && (await accounts.find(owner._id));
        const isTheirs = other && keysRowOf(other)[field] === key && isOlder(other, account);
        if (owner && !isTheirs) await keyRows.clear(owner._id, field);
        await (isTheirs ? keyRows.clear(id, field) : keyRows.set(id, field, key));
      }
    },

    async removeOrphans(after, until) {
      const ids = await keyRows.listIds(after, until);
      const present = new Set((await accounts.findMany(ids)).map(({ id }) => id));
      const orphans = ids.filter((id) => !present.has(id));
      if (orphans.length > 0) await keyRows.remove(orphans);
    },
  };
}
