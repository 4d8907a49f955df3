import type { Principal } from '@kumbuka/identity';
import { emailKey, trimText } from '@kumbuka/text';
import type { Access } from '../../domain/access/session.ts';
import { isVerified, changeAddress } from '../../domain/account/account.ts';
import { EmailTaken, OtpInvalid } from '../../domain/errors.ts';
import { findAccess } from '../access/find-access.ts';
import { endEverySession } from '../access/log-out-everywhere.ts';
import { removeUnverified } from './purge-abandoned.ts';
import { notify } from '../notice.ts';
import type { Ports, UnitOfWork } from '../ports.ts';
import { proveCode, redeem, type ProvingPorts } from '../code/prove-code.ts';

export interface ChangeEmailInput {
  newEmail: string;
  otpId: string;
  code: string;
}

type EmailChangePorts = ProvingPorts &
  Pick<Ports, 'limits' | 'ids' | 'tokens' | 'transactSerially' | 'forgetResponses' | 'wakeMailWorker'>;

/**
 * Changes the email address after its code was verified and notifies the old address. This session gets a new
 * token; all others end.
 */
export const changeEmail =
  (ports: EmailChangePorts) =>
  async ({ newEmail, ...proof }: ChangeEmailInput, principal: Principal, ip: string): Promise<Access> => {
    await ports.limits.countCodeAttempt(ip);
    const email = trimText(newEmail);
    const code = await proveCode(ports, { email, ...proof }, 'email-change');
    if (code.accountId !== principal.userId) throw new OtpInvalid();
    const changed = await ports.transactSerially(async (unit) => {
      const at = ports.now();
      const { account, session } = await findAccess(unit, principal, at);
      await redeem(ports, unit, code);
      await removeUnverifiedHolder(ports, unit, account.id, email);
      const changed = changeAddress(account, email, at);
      await endEverySession(unit, changed, at, session.id);
      await unit.codes.removeAll(ports.secrets.emailMacsOf(account.emailKey));
      await notify(ports, unit, account, 'email-changed');
      return { account: changed.account, session };
    });
    ports.wakeMailWorker();
    await ports.tokens.learnRevocations();
    return ports.tokens.grant(changed.account, changed.session);
  };

/** Removes an unverified account with the address. Throws `EmailTaken` for a verified one. */
async function removeUnverifiedHolder(ports: EmailChangePorts, unit: UnitOfWork, id: number, email: string) {
  const other = await unit.accounts.findByEmail(emailKey(email));
  if (!other || other.id === id) return;
  if (isVerified(other)) throw new EmailTaken();
  await removeUnverified(ports, unit, other);
}
