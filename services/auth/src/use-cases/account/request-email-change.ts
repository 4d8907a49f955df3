import type { Principal } from '@kumbuka/identity';
import { emailKey, trimText } from '@kumbuka/text';
import { isVerified } from '../../domain/account/account.ts';
import { EmailIsTheirs } from '../../domain/errors.ts';
import type { UnitOfWork } from '../ports.ts';
import { issueCode, type IssuedCode, type IssuingPorts } from '../code/issue-code.ts';
import { provePassword, type PasswordPorts } from '../access/prove-password.ts';

export interface RequestEmailChangeInput {
  newEmail: string;
  password: string;
}

/**
 * Sends a code to the new address. A taken address takes the same steps without an email, so that accounts
 * cannot be discovered.
 */
export const requestEmailChange =
  (ports: PasswordPorts & IssuingPorts) =>
  async (
    { newEmail, password }: RequestEmailChangeInput,
    principal: Principal,
    ip: string,
  ): Promise<IssuedCode> => {
    await ports.limits.countCodeRequest(ip);
    await ports.limits.countEmailChange(principal.userId);
    const account = await provePassword(ports)(principal, password);
    if (emailKey(newEmail) === emailKey(account.email)) throw new EmailIsTheirs();
    const accountIn = async ({ accounts }: UnitOfWork) => {
      const other = await accounts.findByEmail(emailKey(newEmail));
      const own = await accounts.lock(account.id);
      return other && isVerified(other) ? null : own;
    };
    const to = trimText(newEmail);
    return issueCode(ports, { email: newEmail, purpose: 'email-change', accountIn, to });
  };
