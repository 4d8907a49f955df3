import { emailKey } from '@kumbuka/text';
import { openSession, type Access, type Client } from '../../domain/access/session.ts';
import { isVerified, type Account } from '../../domain/account/account.ts';
import { InvalidCredentials } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';
import { tryPassword } from './try-password.ts';

export interface LogInInput {
  email: string;
  password: string;
}

type SignInPorts = Pick<Ports, 'accounts' | 'passwords' | 'limits' | 'tokens' | 'transact' | 'ids' | 'now'>;

/** Signs in with a password; `null` when it is correct but the address is unverified. */
export const logIn =
  (ports: SignInPorts) =>
  async ({ email, password }: LogInInput, { ip, userAgent }: Client): Promise<Access | null> => {
    await ports.limits.countLogIn(ip);
    const account = await findByPassword(ports, email, password);
    await strengthenHash(ports, account, password);
    if (!isVerified(account)) return null;

    const session = openSession(ports.ids.newId(), account.id, userAgent, ports.now());
    const current = await ports.transact(async ({ accounts, sessions }) => {
      const locked = await accounts.lock(account.id);
      if (locked?.tokenEpoch !== account.tokenEpoch) throw new InvalidCredentials();
      await sessions.insert(session);
      return locked;
    });
    return ports.tokens.grant(current, session);
  };

async function findByPassword(ports: SignInPorts, email: string, password: string) {
  const account = await ports.accounts.findByEmail(emailKey(email));
  const tried = { emailKey: emailKey(email), hash: account?.passwordHash ?? null, password };
  const isRight = await tryPassword(ports, tried);
  if (!isRight || !account) throw new InvalidCredentials();
  return account;
}

async function strengthenHash({ accounts, passwords }: SignInPorts, account: Account, password: string) {
  const isWeak = account.passwordHash !== null && passwords.needsRehash(account.passwordHash);
  if (isWeak) await accounts.replaceHash(account, await passwords.hash(password));
}
