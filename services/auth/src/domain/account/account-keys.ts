import { emailKey, identityKey } from '@kumbuka/text';
import type { Account } from './account.ts';

/** Comparison keys: two accounts with an equal key cannot both exist. */
export type AccountKeys = Pick<Account, 'emailKey' | 'usernameKey'>;

export const accountKeysOf = ({ email, username }: Pick<Account, 'email' | 'username'>): AccountKeys => ({
  emailKey: emailKey(email),
  usernameKey: identityKey(username),
});

/** Whether two accounts conflict: both cannot exist. */
export const areConflicting = (one: AccountKeys, other: AccountKeys): boolean =>
  one.emailKey === other.emailKey || one.usernameKey === other.usernameKey;
