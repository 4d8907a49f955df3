import type { AccountKeys } from '../../domain/account/account-keys.ts';
import type { Account } from '../../domain/account/account.ts';

export interface AccountStore {
  find(id: number): Promise<Account | null>;
  findMany(ids: readonly number[]): Promise<Account[]>;
  /**
   * Finds an account and conflicts with every other transaction that changes or removes it, so that what this one adds
   * beside the account does not outlive it.
   */
  lock(id: number): Promise<Account | null>;
  findByEmail(emailKey: string): Promise<Account | null>;
  findByEmails(emailKeys: readonly string[]): Promise<Account[]>;
  /** Ids after an id, in order. */
  listIds(after: number, limit: number): Promise<number[]>;
  /** Ordered by id. */
  findOperators(limit: number): Promise<Account[]>;
  /** Accounts with one of these addresses or names. */
  findConflicting(keys: readonly AccountKeys[]): Promise<Account[]>;
  /** Ids of unverified accounts created up to an instant, oldest first. */
  findUnverified(createdUntil: Date, limit: number): Promise<number[]>;
  /** Throws `EmailTaken` or `UsernameTaken`, as `save` does. */
  insert(accounts: readonly Account[]): Promise<void>;
  save(accounts: readonly Account[]): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
  /** Does nothing when the password was changed in the meantime. */
  replaceHash(account: Account, stronger: string): Promise<void>;
}

export interface PasswordAttempt {
  /** `null` without a password; verification takes equally long. */
  hash: string | null;
  password: string;
  /** Called when its turn comes, before the password is checked. */
  onTurn?(): Promise<void>;
}

/** Hashes passwords with limited concurrency. Throws `Unavailable` when too many wait. */
export interface Passwords {
  common: ReadonlySet<string>;
  hash(password: string): Promise<string>;
  /** Whether a stored hash is cheaper than those made now. */
  needsRehash(hash: string): boolean;
  isRight(attempt: PasswordAttempt): Promise<boolean>;
}
