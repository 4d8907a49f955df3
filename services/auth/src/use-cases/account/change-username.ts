import { Unauthenticated } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import { renameAccount, type Account } from '../../domain/account/account.ts';
import type { Ports } from '../ports.ts';

/** Renames an account; the same name changes nothing. */
export const changeUsername =
  ({ limits, transact, now }: Pick<Ports, 'limits' | 'transact' | 'now'>) =>
  async ({ username }: { username: string }, { userId }: Pick<Principal, 'userId'>): Promise<Account> => {
    await limits.countUsernameChange(userId);
    return transact(async ({ accounts, record }) => {
      const account = await accounts.find(userId);
      if (!account) throw new Unauthenticated();
      const changed = renameAccount(account, username, now());
      if (!changed) return account;
      await accounts.save([changed.account]);
      record(changed.events);
      return changed.account;
    });
  };
