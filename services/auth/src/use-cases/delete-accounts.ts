import { deleteAccount, type Account } from '../domain/account/account.ts';
import type { Ports, Transact, UnitOfWork } from './ports.ts';

/** Deletes accounts inside somebody's transaction; gives back those that were there. */
export const deleteAccounts =
  ({ secrets }: Ports) =>
  (transact: Transact, ids: readonly number[], at: Date): Promise<Account[]> =>
    transact(async (unit) => {
      const accounts = await unit.accounts.findMany(ids);
      for (const account of accounts)
        await deleteOne(unit, secrets.emailMacOf(account.emailKey), account, at);
      return accounts;
    });

/** No token of it is worth anything afterwards. */
async function deleteOne(
  { accounts, codes, revocations, record }: UnitOfWork,
  emailMac: string,
  account: Account,
  at: Date,
) {
  await accounts.remove(account.id);
  await codes.removeAll(emailMac);
  await revocations.add({ kind: 'epoch', userId: account.id, epoch: account.tokenEpoch + 1, at });
  record(deleteAccount(account, at).events);
}
