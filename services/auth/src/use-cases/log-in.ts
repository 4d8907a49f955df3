import { openSession, type Access } from '../domain/access/session.ts';
import { emailKeyOf, isVerified, type Account } from '../domain/account/account.ts';
import { needsRehash } from '../domain/account/password.ts';
import { InvalidCredentials } from '../domain/errors.ts';
import type { Ports } from './ports.ts';

export interface LogInInput {
  email: string;
  password: string;
}

/** Signs in with a password; null when it was right, but the e-mail is not verified. */
export const logIn =
  (ports: Ports) =>
  async ({ email, password }: LogInInput, ip: string): Promise<Access | null> => {
    await ports.limits.countLogIn(ip);
    const account = await checkPassword(ports, emailKeyOf(email), password);
    await strengthenHash(ports, account, password);
    if (!isVerified(account)) return null;

    const session = openSession(ports.newId(), account.id, ports.now());
    await ports.sessions.insert(session);
    return ports.tokens.grant(account, session);
  };

/** Attempts are counted before the password is looked at and forgiven after: parallel guesses cannot overshoot. */
async function checkPassword({ accounts, passwords, limits }: Ports, emailKey: string, password: string) {
  const account = await accounts.findByEmail(emailKey);
  const isRight = await passwords.isRight({
    hash: account?.passwordHash ?? null,
    password,
    onTurn: () => limits.countPassword(emailKey),
  });
  if (!isRight || !account) throw new InvalidCredentials();
  await limits.forgivePasswords(emailKey);
  return account;
}

async function strengthenHash({ accounts, passwords }: Ports, account: Account, password: string) {
  const isWeak = account.passwordHash !== null && needsRehash(account.passwordHash);
  if (isWeak) await accounts.replaceHash(account, await passwords.hash(password));
}
