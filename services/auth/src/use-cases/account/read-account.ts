import { Unauthenticated, usersAtOnce } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { Account } from '../../domain/account/account.ts';
import type { Ports } from '../ports.ts';

/** Account of the caller. */
export const readAccount =
  ({ accounts }: Pick<Ports, 'accounts'>) =>
  async ({ userId }: Pick<Principal, 'userId'>): Promise<Account> => {
    const account = await accounts.find(userId);
    if (!account) throw new Unauthenticated();
    return account;
  };

/** Existing accounts among the ids. */
export const readAccounts =
  ({ accounts }: Pick<Ports, 'accounts'>) =>
  (ids: readonly number[]): Promise<Account[]> =>
    accounts.findMany(ids);

export const listAccounts =
  ({ accounts }: Pick<Ports, 'accounts'>) =>
  (after: number): Promise<number[]> =>
    accounts.listIds(after, usersAtOnce);

/** Accounts in the order of their ids, `null` for missing ones; the caller checks access. */
export const findAccounts =
  ({ accounts }: Pick<Ports, 'accounts'>) =>
  async (ids: readonly number[]): Promise<(Account | null)[]> => {
    const byId = new Map((await accounts.findMany(ids)).map((account) => [account.id, account]));
    return ids.map((id) => byId.get(id) ?? null);
  };
