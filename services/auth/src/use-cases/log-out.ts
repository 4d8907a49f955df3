import { revokeSession } from '../domain/account.ts';
import type { Asker, Now, Transact } from './unit.ts';

interface Deps {
  transactInLine: Transact;
  learnRevocations(): Promise<void>;
  now: Now;
}

/** Ends the session of the token; doing it again changes nothing. */
export const logOut =
  (deps: Deps) =>
  async ({ userId, sessionId }: Asker): Promise<void> => {
    await deps.transactInLine(async (unit) => {
      const now = deps.now();
      const account = await unit.accounts.find(userId);
      const ended = await unit.sessions.remove(sessionId);
      if (!account || !ended) return;
      const changed = revokeSession(account, sessionId, now);
      await unit.accounts.save([changed.account]);
      await unit.revocations.add({ kind: 'session', sessionId, at: now });
      await unit.tell(changed.facts);
    });
    await deps.learnRevocations();
  };
