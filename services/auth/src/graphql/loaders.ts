import DataLoader from 'dataloader';
import type { Account } from '../domain/account/account.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

export interface Loaders {
  /** `null` for a deleted account. */
  accounts: DataLoader<number, Account | null>;
}

/** Batches the reads of one request. */
export const createLoaders = ({ findAccounts }: Pick<UseCases, 'findAccounts'>): Loaders => ({
  accounts: new DataLoader((ids) => findAccounts(ids)),
});

/** Clears cached reads after a mutation. */
export function clearLoaders({ accounts }: Loaders) {
  accounts.clearAll();
}
