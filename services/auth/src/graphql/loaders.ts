import DataLoader from 'dataloader';
import type { Account } from '../domain/account/account.ts';
import type { Preferences } from '../domain/account/preferences.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

export interface Loaders {
  /** `null` for a deleted account. */
  accounts: DataLoader<number, Account | null>;
  preferences: DataLoader<number, Preferences>;
}

export type LoaderUseCases = Pick<UseCases, 'findAccounts' | 'readPreferences'>;

/** Batches the reads of one request. */
export const createLoaders = ({ findAccounts, readPreferences }: LoaderUseCases): Loaders => ({
  accounts: new DataLoader((ids) => findAccounts(ids)),
  preferences: new DataLoader((ids) => Promise.all(ids.map(readPreferences))),
});

/** Clears cached reads after a mutation. */
export function clearLoaders({ accounts, preferences }: Loaders) {
  accounts.clearAll();
  preferences.clearAll();
}
