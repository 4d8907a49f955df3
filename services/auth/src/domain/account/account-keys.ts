import { emailKey, formerEmailKey, formerUsernameKey, identityKey } from '@kumbuka/text';
import type { Account } from './account.ts';

/** Keys of an address or name: of the current rule, and of the first one, which older processes search. */
export interface RuledKey {
  current: string;
  former: string;
}

export interface AccountKeys {
  email: RuledKey;
  username: RuledKey;
}

export const emailKeysOf = (email: string): RuledKey => ({
  current: emailKey(email),
  former: formerEmailKey(email),
});

export const accountKeysOf = ({ email, username }: Pick<Account, 'email' | 'username'>): AccountKeys => ({
  email: emailKeysOf(email),
  username: { current: identityKey(username), former: formerUsernameKey(username) },
});

/** Whether two accounts have the same address or the same username, by either rule. */
export const haveSame = (name: keyof AccountKeys, one: AccountKeys, other: AccountKeys): boolean =>
  one[name].current === other[name].current || one[name].former === other[name].former;

/** Whether two accounts conflict: both cannot exist. */
export const areConflicting = (one: AccountKeys, other: AccountKeys): boolean =>
  haveSame('email', one, other) || haveSame('username', one, other);

/** Account of an address: the one with this spelling, else the oldest one with this mailbox. */
export function accountOf(email: RuledKey, accounts: readonly Account[]): Account | null {
  const [first] = accounts
    .filter((account) => emailKey(account.email) === email.current)
    .toSorted((one, other) => (isOlder(one, other) ? -1 : 1));
  return accounts.find(({ emailKey: spelling }) => spelling === email.former) ?? first ?? null;
}

type Age = Pick<Account, 'id' | 'createdAt'>;

/** Whether the first account is older. When two accounts share a key under a new rule, the older one takes it. */
export const isOlder = (one: Age, other: Age): boolean =>
  one.createdAt.getTime() === other.createdAt.getTime() ? one.id < other.id : one.createdAt < other.createdAt;
