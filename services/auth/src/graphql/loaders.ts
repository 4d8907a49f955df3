import DataLoader from 'dataloader';
import type { Account } from '../domain/account/account.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

export interface Loaders {
  /** Null for an account that is gone. */
  accounts: DataLoader<number, Account | null>;
}

/** One read for all accounts that a request names. */
export const createLoaders = ({ findAccounts }: Pick<UseCases, 'findAccounts'>): Loaders => ({
  accounts: new DataLoader((ids) => findAccounts(ids)),
});

/** After a change, what was read before it is out of date. */
export function clearLoaders({ accounts }: Loaders) {
  accounts.clearAll();
}
