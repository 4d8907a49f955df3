import type { Principal } from '@kumbuka/identity';
import { revokeEverything, type Changed } from '../../domain/account/account.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

/** Revokes every token of the account, including the current one. */
export const logOutEverywhere =
  ({ transactSerially, tokens, now }: Pick<Ports, 'transactSerially' | 'tokens' | 'now'>) =>
  async ({ userId }: Pick<Principal, 'userId'>): Promise<void> => {
    await transactSerially(async (unit) => {
      const account = await unit.accounts.find(userId);
      if (!account) return;
      const at = now();
      await endEverySession(unit, revokeEverything(account, at), at);
    });
    await tokens.learnRevocations();
  };

/** Saves an account with a raised epoch and ends its sessions, except one that gets a new token. */
export async function endEverySession(
  unit: UnitOfWork,
  { account, events }: Changed,
  at: Date,
  exceptId: string | null = null,
) {
  const { id: userId, tokenEpoch: epoch } = account;
  await unit.accounts.save([account]);
  await unit.sessions.removeAll(userId, exceptId);
  await unit.revocations.add([{ kind: 'epoch', userId, epoch, at }]);
  unit.record(events);
}
