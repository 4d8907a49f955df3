import { emailKeysOf } from '../../domain/account/account-keys.ts';
import { issueCode, type IssuedCode, type IssuingPorts } from './issue-code.ts';
import type { Ports } from '../ports.ts';

/** Sends a reset code; known and unknown addresses take the same steps and time. */
export const requestPasswordReset =
  (ports: IssuingPorts & Pick<Ports, 'accounts' | 'limits'>) =>
  async ({ email }: { email: string }, ip: string): Promise<IssuedCode> => {
    await ports.limits.countCodeRequest(ip);
    const account = await ports.accounts.findByEmail(emailKeysOf(email));
    return issueCode(ports, { email, purpose: 'reset', account });
  };
