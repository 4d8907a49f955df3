import type { Principal } from '@kumbuka/identity';
import type { Access } from '../../domain/access/session.ts';
import { replacePassword } from '../../domain/account/account.ts';
import { rejectCommon } from '../../domain/account/password.ts';
import { findAccess } from './find-access.ts';
import { endEverySession } from './log-out-everywhere.ts';
import { notify } from '../notice.ts';
import type { Ports } from '../ports.ts';
import { provePassword, type PasswordPorts } from './prove-password.ts';

export interface ChangePasswordInput {
  currentPassword: string;
  newPassword: string;
}

/** Replaces the password after checking the old one. This session gets a new token; all others end. */
export const changePassword =
  (
    ports: PasswordPorts & Pick<Ports, 'ids' | 'secrets' | 'tokens' | 'transactSerially' | 'wakeMailWorker'>,
  ) =>
  async ({ currentPassword, newPassword }: ChangePasswordInput, principal: Principal): Promise<Access> => {
    const { passwords, tokens } = ports;
    rejectCommon(newPassword, passwords.common, 'newPassword');
    await provePassword(ports)(principal, currentPassword);
    const passwordHash = await passwords.hash(newPassword);
    const changed = await ports.transactSerially(async (unit) => {
      const at = ports.now();
      const { account, session } = await findAccess(unit, principal, at);
      const replaced = replacePassword(account, passwordHash, at);
      await endEverySession(unit, replaced, at, session.id);
      await notify(ports, unit, account, 'password-changed');
      return { account: replaced.account, session };
    });
    ports.wakeMailWorker();
    await tokens.learnRevocations();
    return tokens.grant(changed.account, changed.session);
  };
