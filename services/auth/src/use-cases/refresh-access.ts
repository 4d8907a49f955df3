import { Unauthenticated } from '@kumbuka/contracts';
import type { Account } from '../domain/account.ts';
import { isOpen, type Access, type Session } from '../domain/session.ts';
import type { Asker, Now } from './unit.ts';

interface Deps {
  findSession(userId: number, id: string): Promise<Session | null>;
  findAccount(id: number): Promise<Account | null>;
  grantAccess(account: Account, session: Session): Promise<Access>;
  now: Now;
}

/** A new token for the session of a valid one, for 30 days at most from sign-in. */
export const refreshAccess =
  (deps: Deps) =>
  async ({ userId, sessionId, epoch }: Asker): Promise<Access> => {
    const [session, account] = await Promise.all([
      deps.findSession(userId, sessionId),
      deps.findAccount(userId),
    ]);
    const valid = session && account && isOpen(session, deps.now()) && account.tokenEpoch === epoch;
    if (!valid) throw new Unauthenticated();
    return deps.grantAccess(account, session);
  };
