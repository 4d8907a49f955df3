import type { Principal } from '@kumbuka/identity';
import { trimText } from '@kumbuka/text';
import type { Access } from '../../domain/access/session.ts';
import { emailKeysOf } from '../../domain/account/account-keys.ts';
import { isVerified, moveAccount } from '../../domain/account/account.ts';
import { EmailTaken, OtpInvalid } from '../../domain/errors.ts';
import { emailMacsOf } from './email-macs.ts';
import { findAccess } from '../access/find-access.ts';
import { endOtherSessions } from '../access/log-out-everywhere.ts';
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
  Pick<Ports, 'limits' | 'ids' | 'tokens' | 'transactSerially' | 'wakeMailWorker'>;

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
      await makeRoom(ports, unit, account.id, email);
      const moved = moveAccount(account, email, at);
      await endOtherSessions(unit, moved, session, at);
      await unit.accountKeys.claim(moved.account, 'email');
      await unit.codes.removeAll(emailMacsOf(ports, account.email));
      await notify(ports, unit, account, 'email-changed');
      return { account: moved.account, session };
    });
    ports.wakeMailWorker();
    await ports.tokens.learnRevocations();
    return ports.tokens.grant(changed.account, changed.session);
  };

/** Removes an unverified account with the address. Throws `EmailTaken` for a verified one. */
async function makeRoom(ports: EmailChangePorts, unit: UnitOfWork, id: number, email: string) {
  const other = await unit.accounts.findByEmail(emailKeysOf(email));
  if (!other || other.id === id) return;
  if (isVerified(other)) throw new EmailTaken();
  await removeUnverified(ports, unit, other);
}
