import { revokeEverything } from '../domain/account.ts';
import type { Asker, Now, Transact } from './unit.ts';

interface Deps {
  transactInLine: Transact;
  learnRevocations(): Promise<void>;
  now: Now;
}

/** Revokes every token of the account, this one too. */
export const logOutEverywhere =
  (deps: Deps) =>
  async ({ userId }: Asker): Promise<void> => {
    await deps.transactInLine(async (unit) => {
      const account = await unit.accounts.find(userId);
      if (!account) return;
      const now = deps.now();
      const changed = revokeEverything(account, now);
      await unit.accounts.save([changed.account]);
      await unit.sessions.removeAllOf(userId);
      await unit.revocations.add({ kind: 'epoch', userId, epoch: changed.account.tokenEpoch, at: now });
      await unit.tell(changed.facts);
    });
    await deps.learnRevocations();
  };
