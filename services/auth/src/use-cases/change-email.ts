import type { Principal } from '@kumbuka/identity';
import type { Access } from '../domain/access/session.ts';
import { deleteAccount, emailKeyOf, isVerified, moveAccount } from '../domain/account/account.ts';
import { EmailTaken, OtpInvalid } from '../domain/errors.ts';
import { findAccess } from './find-access.ts';
import { endOtherSessions } from './log-out-everywhere.ts';
import { noticeOf } from './notice.ts';
import type { Ports, UnitOfWork } from './ports.ts';
import { proveCode, redeem } from './prove-code.ts';

export interface ChangeEmailInput {
  newEmail: string;
  otpId: string;
  code: string;
}

/**
 * Changes the email address after its code was verified and notifies the old address. This session gets a new
 * token; all others end.
 */
export const changeEmail =
  (ports: Ports) =>
  async (
    { newEmail: email, ...given }: ChangeEmailInput,
    principal: Principal,
    ip: string,
  ): Promise<Access> => {
    await ports.limits.countCodeTry(ip);
    const code = await proveCode(ports, { email, ...given }, 'email-change');
    if (code.accountId !== principal.userId) throw new OtpInvalid();
    const changed = await ports.transactInLine(async (unit) => {
      const at = ports.now();
      const { account, session } = await findAccess(unit, principal, at);
      await redeem(ports, unit, code);
      await makeRoom(unit, emailKeyOf(email), at);
      const moved = moveAccount(account, email, at);
      await endOtherSessions(unit, moved, session, at);
      await unit.codes.removeAll([ports.secrets.emailMacOf(account.emailKey)]);
      await unit.mails.enqueue(noticeOf(ports, account, 'email-changed'), true);
      return { account: moved.account, session };
    });
    ports.wakePostman();
    await ports.tokens.learnRevocations();
    return ports.tokens.grant(changed.account, changed.session);
  };

/** Removes an unverified account with the address. Throws `EmailTaken` for a verified one. */
async function makeRoom({ accounts, record }: UnitOfWork, emailKey: string, at: Date) {
  const other = await accounts.findByEmail(emailKey);
  if (!other) return;
  if (isVerified(other)) throw new EmailTaken();
  await accounts.remove([other.id]);
  record(deleteAccount(other, at).events);
}
