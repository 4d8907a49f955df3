import { emailKey } from '@kumbuka/text';
import type { Principal } from '@kumbuka/identity';
import type { Account } from '../../domain/account/account.ts';
import { PasswordWrong } from '../../domain/errors.ts';
import { findAccess } from './find-access.ts';
import type { Ports } from '../ports.ts';
import { tryPassword } from './try-password.ts';

/** Claims of the caller's token. */
type Shown = Pick<Principal, 'userId' | 'sessionId' | 'epoch'>;

export type PasswordPorts = Pick<Ports, 'accounts' | 'sessions' | 'passwords' | 'limits' | 'now'>;

/** Account of the caller after checking the password. Throws `PasswordWrong`. */
export const provePassword =
  (ports: PasswordPorts) =>
  async (shown: Shown, password: string): Promise<Account> => {
    const { account } = await findAccess(ports, shown, ports.now());
    const tried = { emailKey: emailKey(account.email), hash: account.passwordHash, password };
    if (!(await tryPassword(ports, tried))) throw new PasswordWrong();
    return account;
  };
