import type { Ports } from '../ports.ts';

const batchSize = 500;

/**
 * Gives every account its keys of the current rule, oldest accounts first. Repairs the keys of accounts that a process with
 * an older rule created, renamed or deleted.
 */
export const renewAccountKeys =
  ({ accounts, accountKeys, transact }: Pick<Ports, 'accounts' | 'accountKeys' | 'transact'>) =>
  async (): Promise<void> => {
    for (let after = 0; ;) {
      const ids = await accounts.listIds(after, batchSize);
      for (const id of await accountKeys.add(ids)) await transact((unit) => unit.accountKeys.settle(id));
      const until = ids.at(-1);
      await accountKeys.removeOrphans(after, until ?? Number.MAX_SAFE_INTEGER);
      if (until === undefined) return;
      after = until;
    }
  };
