import { emailKeysOf } from '../../domain/account/account-keys.ts';
import { isVerified } from '../../domain/account/account.ts';
import { issueCode, noCode, type CodeAnswer } from './issue-code.ts';
import type { Ports } from '../ports.ts';

/** Sends a verification code; verified and unknown addresses are indistinguishable. */
export const requestVerificationCode =
  (ports: Ports) =>
  async ({ email }: { email: string }, ip: string): Promise<CodeAnswer> => {
    await ports.limits.countCodeRequest(ip);
    const account = await ports.accounts.findByEmail(emailKeysOf(email));
    if (!account || isVerified(account)) return noCode;
    return issueCode(ports, { email, purpose: 'verification', account, ip });
  };
