import type { Principal } from '@kumbuka/identity';
import { emailKey, trimText } from '@kumbuka/text';
import { emailKeysOf } from '../../domain/account/account-keys.ts';
import { isVerified, type Account } from '../../domain/account/account.ts';
import { EmailIsTheirs } from '../../domain/errors.ts';
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
    const other = await ports.accounts.findByEmail(emailKeysOf(newEmail));
    const mayHave: Account | null = other && isVerified(other) ? null : account;
    const to = trimText(newEmail);
    return issueCode(ports, { email: newEmail, purpose: 'email-change', account: mayHave, to });
  };
