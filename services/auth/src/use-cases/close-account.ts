import { closeAccount as closed } from '../domain/account/account.ts';
import { endEverySession } from './log-out-everywhere.ts';
import type { Ports } from './ports.ts';

/** Nobody is in an account that is about to go, and nobody comes in by its password; a repeat changes nothing. */
export const closeAccount =
  ({ transactInLine, tokens, now }: Ports) =>
  async (userId: number): Promise<void> => {
    await transactInLine(async (unit) => {
      const account = await unit.accounts.find(userId);
      const at = now();
      const changed = account && closed(account, at);
      if (changed) await endEverySession(unit, changed, at);
    });
    await tokens.learnRevocations();
  };
