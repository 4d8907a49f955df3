import type { RequestContext } from '@kumbuka/service-kit';
import DataLoader from 'dataloader';
import type { Account } from '../domain/account.ts';
import type { UseCases } from '../use-cases/use-cases.ts';

export interface Loaders {
  /** Null for an account that is gone. */
  accounts: DataLoader<number, Account | null>;
}

export interface Context extends RequestContext {
  loaders: Loaders;
}

/** One read for all accounts that a request names. */
export const contextOf =
  ({ findAccounts }: Pick<UseCases, 'findAccounts'>) =>
  (asker: RequestContext): Context => ({
    ...asker,
    loaders: { accounts: new DataLoader((ids) => findAccounts(ids)) },
  });
