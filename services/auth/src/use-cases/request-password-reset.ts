import { emailKeyOf } from '../domain/account/account.ts';
import { issueCode, type CodeAnswer } from './issue-code.ts';
import type { Ports } from './ports.ts';

/** Sends a reset code; known and unknown addresses take the same steps and time. */
export const requestPasswordReset =
  (ports: Ports) =>
  async ({ email }: { email: string }, ip: string): Promise<CodeAnswer> => {
    await ports.limits.countCodeRequest(ip);
    const emailKey = emailKeyOf(email);
    const account = await ports.accounts.findByEmail(emailKey);
    return issueCode(ports, { emailKey, purpose: 'reset', account });
  };
