import { isVerified } from '../../domain/account/account.ts';
import { SignUpLinkInvalid, SignUpVerified } from '../../domain/errors.ts';
import type { CodeSecrets, Ports } from '../ports.ts';
import { removeUnverified } from './purge-abandoned.ts';

/** Token of the link that ends the sign-up of an account; it works until the address is verified. */
export const endToken = (secrets: Pick<CodeSecrets, 'endMacOf'>, userId: number): string =>
  `${userId}.${secrets.endMacOf(userId)}`;

/**
 * Deletes the unverified account of an email's link, for an owner of the address who did not sign up. Does nothing when the
 * account is gone. Throws `SignUpVerified` after a verification.
 */
export const endSignUp =
  (ports: Pick<Ports, 'limits' | 'secrets' | 'transact' | 'forgetResponses' | 'now'>) =>
  async ({ token }: { token: string }, ip: string): Promise<void> => {
    await ports.limits.countCodeAttempt(ip);
    const id = userIdOf(ports.secrets, token);
    await ports.transact(async (unit) => {
      const account = await unit.accounts.find(id);
      if (account && isVerified(account)) throw new SignUpVerified();
      if (account) await removeUnverified(ports, unit, account);
    });
  };

const tokenPattern = /^([1-9][0-9]{0,15})\.([\w-]+)$/;

function userIdOf(secrets: CodeSecrets, token: string): number {
  const [, number, mac = ''] = tokenPattern.exec(token) ?? [];
  const id = Number(number);
  if (!Number.isSafeInteger(id) || !secrets.isEndMac(mac, id)) throw new SignUpLinkInvalid();
  return id;
}
