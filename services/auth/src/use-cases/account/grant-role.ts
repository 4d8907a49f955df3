import { maxOperators } from '@kumbuka/contracts';
import { emailKey } from '@kumbuka/text';
import { grantRole as granted, type Account, type Role } from '../../domain/account/account.ts';
import { AccountNotFound } from '../../domain/errors.ts';
import { endEverySession } from '../access/log-out-everywhere.ts';
import type { Ports } from '../ports.ts';

export interface RoleGrant {
  account: Account;
  /** False when the role is unchanged. */
  changed: boolean;
}

/** Grants or revokes the operator role; the account has to sign in again. */
export const grantRole =
  ({ transactSerially, tokens, now }: Pick<Ports, 'transactSerially' | 'tokens' | 'now'>) =>
  async (email: string, role: Role): Promise<RoleGrant> => {
    const grant = await transactSerially(async (unit) => {
      const account = await unit.accounts.findByEmail(emailKey(email));
      if (!account) throw new AccountNotFound();
      const changed = granted(account, role, now());
      if (changed) await endEverySession(unit, changed, now());
      return { account: changed?.account ?? account, changed: changed !== null };
    });
    await tokens.learnRevocations();
    return grant;
  };

export const listOperators =
  ({ accounts }: Pick<Ports, 'accounts'>) =>
  (): Promise<Account[]> =>
    accounts.findOperators(maxOperators);
