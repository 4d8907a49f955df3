import { emailKeyOf, isVerified, type Account } from '../domain/account.ts';
import { InvalidCredentials } from '../domain/errors.ts';
import { needsRehash } from '../domain/password.ts';
import { openSession, type Access, type Session } from '../domain/session.ts';
import type { FindAccountByEmail, InTurn, Now } from './unit.ts';

export interface LogInInput {
  email: string;
  password: string;
}

interface Deps {
  countLogIn(ip: string): Promise<void>;
  /** Counts an attempt on an account, whether the account exists or not. */
  countAttempt(emailKey: string): Promise<void>;
  forgetAttempts(emailKey: string): Promise<void>;
  findAccountByEmail: FindAccountByEmail;
  inTurn: InTurn;
  verifyPassword(phc: string, password: string): Promise<boolean>;
  hashPassword(password: string): Promise<string>;
  /** Hash of a password that nobody has, so that an unknown address takes as long. */
  dummyHash: string;
  replaceHash(account: Account, passwordHash: string): Promise<void>;
  newSessionId(): string;
  saveSession(session: Session): Promise<void>;
  grantAccess(account: Account, session: Session): Promise<Access>;
  now: Now;
}

/** Attempts are counted before the password is looked at and forgiven after: parallel guesses cannot overshoot. */
async function checkPassword(deps: Deps, emailKey: string, password: string): Promise<Account> {
  const account = await deps.findAccountByEmail(emailKey);
  const right = await deps.inTurn(async () => {
    await deps.countAttempt(emailKey);
    return deps.verifyPassword(account?.passwordHash ?? deps.dummyHash, password);
  });
  if (!right || !account) throw new InvalidCredentials();
  await deps.forgetAttempts(emailKey);
  return account;
}

async function strengthenHash(deps: Deps, account: Account, password: string) {
  if (!needsRehash(account.passwordHash)) return;
  const stronger = await deps.inTurn(() => deps.hashPassword(password));
  await deps.replaceHash(account, stronger);
}

/** Signs in with a password; null when it was right, but the address is not verified. */
export const logIn =
  (deps: Deps) =>
  async ({ email, password }: LogInInput, ip: string): Promise<Access | null> => {
    await deps.countLogIn(ip);
    const account = await checkPassword(deps, emailKeyOf(email), password);
    await strengthenHash(deps, account, password);
    if (!isVerified(account)) return null;

    const session = openSession(deps.newSessionId(), account.id, deps.now());
    await deps.saveSession(session);
    return deps.grantAccess(account, session);
  };
