import { emailKey } from '@kumbuka/text';
import { openSession, type Access, type Client } from '../../domain/access/session.ts';
import { replacePassword } from '../../domain/account/account.ts';
import { rejectCommon } from '../../domain/account/password.ts';
import { endEverySession } from '../access/log-out-everywhere.ts';
import type { Ports } from '../ports.ts';
import { proveCode, redeem, type CodeProof, type ProvingPorts } from './prove-code.ts';

export interface ResetPasswordInput extends CodeProof {
  newPassword: string;
}

type ResetPorts = ProvingPorts & Pick<Ports, 'limits' | 'ids' | 'passwords' | 'tokens' | 'transactSerially'>;

/** Replaces the password, verifies the address, revokes all older tokens and signs in. */
export const resetPassword =
  (ports: ResetPorts) =>
  async ({ newPassword, ...proof }: ResetPasswordInput, { ip, userAgent }: Client): Promise<Access> => {
    const { passwords, limits, tokens } = ports;
    await limits.countCodeAttempt(ip);
    rejectCommon(newPassword, passwords.common, 'newPassword');
    const code = await proveCode(ports, proof, 'reset');
    const passwordHash = await passwords.hash(newPassword);
    const at = ports.now();
    const session = openSession(ports.ids.newId(), code.accountId, userAgent, at);
    const account = await ports.transactSerially(async (unit) => {
      const changed = replacePassword(await redeem(ports, unit, code), passwordHash, at);
      await endEverySession(unit, changed, at);
      await unit.sessions.insert(session);
      return changed.account;
    });
    await limits.forgivePasswords(emailKey(account.email));
    await tokens.learnRevocations();
    return tokens.grant(account, session);
  };
