import { emailKey } from '@kumbuka/text';
import { issueCode, type IssuedCode, type IssuingPorts } from './issue-code.ts';
import type { Ports, UnitOfWork } from '../ports.ts';

/** Sends a reset code; known and unknown addresses take the same steps and time. */
export const requestPasswordReset =
  (ports: IssuingPorts & Pick<Ports, 'limits'>) =>
  async ({ email }: { email: string }, ip: string): Promise<IssuedCode> => {
    await ports.limits.countCodeRequest(ip);
    const accountIn = ({ accounts }: UnitOfWork) => accounts.findByEmail(emailKey(email));
    return issueCode(ports, { email, purpose: 'reset', accountIn });
  };
