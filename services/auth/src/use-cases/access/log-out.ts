import type { Principal } from '@kumbuka/identity';
import { revokeSession } from '../../domain/account/account.ts';
import type { Ports } from '../ports.ts';

/** Ends a session of the caller, the current or another one; idempotent. */
export const logOut =
  ({ transactSerially, tokens, now }: Pick<Ports, 'transactSerially' | 'tokens' | 'now'>) =>
  async ({ userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>): Promise<void> => {
    await transactSerially(async (unit) => {
      const at = now();
      const account = await unit.accounts.find(userId);
      const ended = await unit.sessions.remove(userId, sessionId);
      if (!account || !ended) return;
      const changed = revokeSession(account, sessionId, at);
      await unit.accounts.save([changed.account]);
      await unit.revocations.add([{ kind: 'session', sessionId, at }]);
      unit.record(changed.events);
    });
    await tokens.learnRevocations();
  };
