import { closeAccount as closed } from '../../domain/account/account.ts';
import { endEverySession } from '../access/log-out-everywhere.ts';
import type { Ports } from '../ports.ts';

/** Ends all access to an account before its erasure; idempotent. */
export const closeAccount =
  ({ transactSerially, tokens, now }: Pick<Ports, 'transactSerially' | 'tokens' | 'now'>) =>
  async (userId: number): Promise<void> => {
    await transactSerially(async (unit) => {
      const account = await unit.accounts.find(userId);
      const at = now();
      const changed = account && closed(account, at);
      if (changed) await endEverySession(unit, changed, at);
    });
    await tokens.learnRevocations();
  };
