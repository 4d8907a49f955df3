import { emailKey } from '@kumbuka/text';
import { isVerified } from '../../domain/account/account.ts';
import { issueCode, noCode, type IssuedCode, type IssuingPorts } from './issue-code.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

/** Sends a verification code; verified and unknown addresses get the same response after the same time. */
export const requestVerificationCode =
  (ports: IssuingPorts & Pick<Ports, 'accounts' | 'leastResponseTime' | 'limits'>) =>
  async ({ email }: { email: string }, ip: string): Promise<IssuedCode> => {
    await ports.limits.countCodeRequest(ip);
    /** Started together: the response of a skipped request does not show how long the lookup took. */
    const [account] = await Promise.all([
      ports.accounts.findByEmail(emailKey(email)),
      ports.leastResponseTime(),
    ]);
    if (!account || isVerified(account)) return noCode;
    const accountIn = ({ accounts }: UnitOfWork) => accounts.find(account.id);
    return issueCode(ports, { email, purpose: 'verification', accountIn, ip });
  };
