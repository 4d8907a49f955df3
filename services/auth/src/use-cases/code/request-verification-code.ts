import { emailKey } from '@kumbuka/text';
import { isVerified } from '../../domain/account/account.ts';
import { issueCode, noCode, type IssuedCode, type IssuingPorts } from './issue-code.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

/** Sends a verification code; verified and unknown addresses are indistinguishable. */
export const requestVerificationCode =
  (ports: IssuingPorts & Pick<Ports, 'accounts' | 'limits'>) =>
  async ({ email }: { email: string }, ip: string): Promise<IssuedCode> => {
    await ports.limits.countCodeRequest(ip);
    const account = await ports.accounts.findByEmail(emailKey(email));
    if (!account || isVerified(account)) return noCode;
    const accountIn = ({ accounts }: UnitOfWork) => accounts.find(account.id);
    return issueCode(ports, { email, purpose: 'verification', accountIn, ip });
  };
