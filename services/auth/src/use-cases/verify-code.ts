import { verifyAddress, type Account } from '../domain/account.ts';
import type { CodePurpose } from '../domain/code.ts';
import { openSession, type Access, type Session } from '../domain/session.ts';
import { redeem, type GivenCode, type ProvenCode } from './prove-code.ts';
import type { Now, Transact } from './unit.ts';

interface Deps {
  proveCode(given: GivenCode, purpose: CodePurpose): Promise<ProvenCode>;
  transact: Transact;
  newSessionId(): string;
  grantAccess(account: Account, session: Session): Promise<Access>;
  now: Now;
}

/** Proves an address with its code and signs in. */
export const verifyCode =
  (deps: Deps) =>
  async (given: GivenCode): Promise<Access> => {
    const code = await deps.proveCode(given, 'verification');
    const now = deps.now();
    const session = openSession(deps.newSessionId(), code.accountId, now);
    const account = await deps.transact(async (unit) => {
      const changed = verifyAddress(await redeem(unit, code), now);
      await unit.accounts.save([changed.account]);
      await unit.sessions.insert(session);
      await unit.tell(changed.facts);
      return changed.account;
    });
    return deps.grantAccess(account, session);
  };
