import type { Language } from '@kumbuka/contracts';
import { trimText } from '@kumbuka/text';
import { accountKeysOf } from '../../domain/account/account-keys.ts';
import { registerAccount, type Account } from '../../domain/account/account.ts';
import { rejectCommon } from '../../domain/account/password.ts';
import { EmailTaken, UsernameTaken } from '../../domain/errors.ts';
import type { Ports } from '../ports.ts';

export interface SignUpInput {
  email: string;
  username: string;
  password: string;
}

/** Where a sign-up comes from. */
export interface SignUpClient {
  ip: string;
  /** Becomes the account's language. */
  language: Language | null;
}

export interface SignedUp {
  account: Account;
  /** Sent with the code, it shows that both come from the same person. */
  proof: string;
}

type SignUpPorts = Pick<Ports, 'accounts' | 'limits' | 'passwords' | 'secrets' | 'transact' | 'ids' | 'now'>;

/** Creates an unverified account; sends nothing. */
export const signUp =
  (ports: SignUpPorts) =>
  async (
    { email: typed, username, password }: SignUpInput,
    { ip, language }: SignUpClient,
  ): Promise<SignedUp> => {
    const email = trimText(typed);
    const { limits, passwords, secrets, ids, transact, now } = ports;
    await limits.countSignUp(ip);
    rejectCommon(password, passwords.common, 'password');
    await rejectTaken(ports, email, username);

    const [passwordHash, id] = [await passwords.hash(password), await ids.newAccountId()];
    const fields = { id, email, username, passwordHash, language, signedUpFrom: secrets.ipMacOf(ip) };
    const { account, events } = registerAccount(fields, now());
    return transact(async ({ accounts, record, rememberResponse }) => {
      await accounts.insert([account]);
      record(events);
      return rememberResponse({ account, proof: secrets.signUpProofOf(id) }, id);
    });
  };

/** Checked before the expensive hash; the insert detects concurrent sign-ups. */
async function rejectTaken({ accounts }: Pick<Ports, 'accounts'>, email: string, username: string) {
  const keys = accountKeysOf({ email, username });
  const conflicting = await accounts.findConflicting([keys]);
  if (conflicting.some(({ emailKey }) => emailKey === keys.emailKey)) throw new EmailTaken();
  if (conflicting.length > 0) throw new UsernameTaken();
}
