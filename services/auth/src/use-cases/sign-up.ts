import { emailKeyOf, registerAccount, usernameKeyOf, type Account } from '../domain/account.ts';
import { EmailTaken, UsernameTaken } from '../domain/errors.ts';
import { refuseCommon } from '../domain/password.ts';
import type { InTurn, Now, Transact } from './unit.ts';

export interface SignUpInput {
  email: string;
  username: string;
  password: string;
}

interface Deps {
  countSignUp(ip: string): Promise<void>;
  commonPasswords: ReadonlySet<string>;
  findTaken(keys: { emailKey: string; usernameKey: string }): Promise<'email' | 'username' | null>;
  inTurn: InTurn;
  hashPassword(password: string): Promise<string>;
  newAccountId(): Promise<number>;
  transact: Transact;
  now: Now;
}

/** Makes an unverified account; sends nothing. */
export const signUp =
  (deps: Deps) =>
  async ({ email, username, password }: SignUpInput, ip: string): Promise<Account> => {
    await deps.countSignUp(ip);
    refuseCommon(password, deps.commonPasswords, 'password');
    const taken = await deps.findTaken({
      emailKey: emailKeyOf(email),
      usernameKey: usernameKeyOf(username),
    });
    if (taken) throw taken === 'email' ? new EmailTaken() : new UsernameTaken();

    const passwordHash = await deps.inTurn(() => deps.hashPassword(password));
    const id = await deps.newAccountId();
    const { account, facts } = registerAccount({ id, email, username, passwordHash }, deps.now());
    await deps.transact(async (unit) => {
      await unit.accounts.insert(account);
      await unit.tell(facts);
    });
    return account;
  };
