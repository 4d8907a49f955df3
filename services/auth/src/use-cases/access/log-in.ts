import { emailKey, passwordForms } from '@kumbuka/text';
import { openSession, type Access, type Client } from '../../domain/access/session.ts';
import { emailKeysOf } from '../../domain/account/account-keys.ts';
import { isVerified, type Account } from '../../domain/account/account.ts';
import { InvalidCredentials } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';
import { tryPassword } from './try-password.ts';

export interface LogInInput {
  email: string;
  password: string;
}

type SignInPorts = Pick<Ports, 'accounts' | 'sessions' | 'passwords' | 'limits' | 'tokens' | 'ids' | 'now'>;

/** Signs in with a password; `null` when it is correct but the address is unverified. */
export const logIn =
  (ports: SignInPorts) =>
  async ({ email, password }: LogInInput, { ip, userAgent }: Client): Promise<Access | null> => {
    await ports.limits.countLogIn(ip);
    const account = await findByPassword(ports, email, password);
    await strengthenHash(ports, account, password);
    if (!isVerified(account)) return null;

    const session = openSession(ports.ids.newId(), account.id, userAgent, ports.now());
    await ports.sessions.insert(session);
    return ports.tokens.grant(account, session);
  };

async function findByPassword(ports: SignInPorts, email: string, password: string) {
  const account = await ports.accounts.findByEmail(emailKeysOf(email));
  const tried = { emailKey: emailKey(email), hash: account?.passwordHash ?? null, password };
  const isRight = await tryPassword(ports, tried);
  if (!isRight || !account) throw new InvalidCredentials();
  return account;
}

async function strengthenHash({ accounts, passwords }: SignInPorts, account: Account, password: string) {
  // The stored hash may be of the bytes as typed, from before passwords were composed.
  const isOutdated = passwordForms(password).length > 1;
  const isWeak = account.passwordHash !== null && passwords.needsRehash(account.passwordHash);
  if (isWeak || isOutdated) await accounts.replaceHash(account, await passwords.hash(password));
}
