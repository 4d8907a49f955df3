import DataLoader from 'dataloader';
import type { Account } from '../domain/account/account.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

export interface Loaders {
  /** `null` for a deleted account. */
  accounts: DataLoader<number, Account | null>;
}

export type LoaderUseCases = Pick<UseCases, 'findAccounts'>;

/** Batches the reads of one request. */
export const createLoaders = ({ findAccounts }: LoaderUseCases): Loaders => ({
  accounts: new DataLoader((ids) => findAccounts(ids)),
});

/** Clears cached reads after a mutation. */
export function clearLoaders({ accounts }: Loaders) {
  accounts.clearAll();
}
