import { Unauthenticated } from '@kumbuka/contracts';
import type { Account } from '../domain/account.ts';
import type { Asker } from './unit.ts';

/** The asker's own account. */
export const readAccount =
  ({ findAccount }: { findAccount(id: number): Promise<Account | null> }) =>
  async ({ userId }: Pick<Asker, 'userId'>): Promise<Account> => {
    const account = await findAccount(userId);
    if (!account) throw new Unauthenticated();
    return account;
  };

/** Accounts in the order of their ids, null for what is not there; who may see them is decided before. */
export const findAccounts =
  ({ readAccounts }: { readAccounts(ids: readonly number[]): Promise<Account[]> }) =>
  async (ids: readonly number[]): Promise<(Account | null)[]> => {
    const byId = new Map((await readAccounts(ids)).map((account) => [account.id, account]));
    return ids.map((id) => byId.get(id) ?? null);
  };
