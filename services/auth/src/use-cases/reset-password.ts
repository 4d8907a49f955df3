import { replacePassword, type Account } from '../domain/account.ts';
import type { CodePurpose } from '../domain/code.ts';
import { refuseCommon } from '../domain/password.ts';
import { openSession, type Access, type Session } from '../domain/session.ts';
import { redeem, type GivenCode, type ProvenCode } from './prove-code.ts';
import type { InTurn, Now, Transact } from './unit.ts';

export interface ResetPasswordInput extends GivenCode {
  newPassword: string;
}

interface Deps {
  commonPasswords: ReadonlySet<string>;
  proveCode(given: GivenCode, purpose: CodePurpose): Promise<ProvenCode>;
  inTurn: InTurn;
  hashPassword(password: string): Promise<string>;
  transactInLine: Transact;
  forgetAttempts(emailKey: string): Promise<void>;
  learnRevocations(): Promise<void>;
  newSessionId(): string;
  grantAccess(account: Account, session: Session): Promise<Access>;
  now: Now;
}

/** Replaces the password, verifies the address, revokes every older token and signs in. */
export const resetPassword =
  (deps: Deps) =>
  async ({ newPassword, ...given }: ResetPasswordInput): Promise<Access> => {
    refuseCommon(newPassword, deps.commonPasswords, 'new_password');
    const code = await deps.proveCode(given, 'reset');
    const passwordHash = await deps.inTurn(() => deps.hashPassword(newPassword));
    const now = deps.now();
    const session = openSession(deps.newSessionId(), code.accountId, now);
    const account = await deps.transactInLine(async (unit) => {
      const changed = replacePassword(await redeem(unit, code), passwordHash, now);
      const { id: userId, tokenEpoch: epoch } = changed.account;
      await unit.accounts.save([changed.account]);
      await unit.sessions.removeAllOf(userId);
      await unit.sessions.insert(session);
      await unit.revocations.add({ kind: 'epoch', userId, epoch, at: now });
      await unit.tell(changed.facts);
      return changed.account;
    });
    await deps.forgetAttempts(account.emailKey);
    await deps.learnRevocations();
    return deps.grantAccess(account, session);
  };
