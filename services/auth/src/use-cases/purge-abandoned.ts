import { abandonedBefore, deleteAccount, isAbandoned } from '../domain/account.ts';
import type { Now, Transact } from './unit.ts';

interface Deps {
  findUnverified(createdBefore: Date, limit: number): Promise<number[]>;
  addressKeyOf(emailKey: string): string;
  transact: Transact;
  now: Now;
}

const batchSize = 100;

/** Deletes accounts that were not verified within seven days; gives back how many went. */
export const purgeAbandoned = (deps: Deps) => async (): Promise<number> => {
  const purge = (id: number) =>
    deps.transact(async (unit) => {
      const account = await unit.accounts.find(id);
      if (!account || !isAbandoned(account, deps.now())) return false;
      await unit.accounts.remove(id);
      await unit.codes.forget(deps.addressKeyOf(account.emailKey));
      await unit.tell(deleteAccount(account, deps.now()).facts);
      return true;
    });

  let purged = 0;
  for (;;) {
    const ids = await deps.findUnverified(abandonedBefore(deps.now()), batchSize);
    for (const id of ids) if (await purge(id)) purged++;
    if (ids.length < batchSize) return purged;
  }
};
