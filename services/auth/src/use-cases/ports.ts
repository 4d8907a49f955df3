import type { Revocations } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { Transact as TransactOf, UnitOfWork as UnitOf } from '@kumbuka/service-kit/ports';
import type { Access, Revocation, SeenSession, Session } from '../domain/access/session.ts';
import type { KeyTimes, SigningKey } from '../domain/access/signing-key.ts';
import type { AccountKeys } from '../domain/account/account-keys.ts';
import type { Account } from '../domain/account/account.ts';
import type { CodeRequests, CodeRequestRules } from '../domain/code/code-requests.ts';
import type { Code, CodeName } from '../domain/code/code.ts';
import type { QueuedEmail } from '../domain/code/mail.ts';
import type { DomainEvent } from '../domain/events.ts';

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

/** One code per address and purpose. */
export interface CodeStore {
  find(name: CodeName): Promise<Code | null>;
  /** Counts an attempt on an open code and returns it atomically; `null` when no such code is open. */
  countAttempt(name: CodeName, now: Date): Promise<Code | null>;
  /** Replaces the code of its address and purpose. */
  replace(code: Code): Promise<void>;
  /** Removes the code; false when another request did. */
  consume(code: Code): Promise<boolean>;
  removeAll(emailMacs: readonly string[]): Promise<void>;
  /** Addresses with a code of these accounts, such as new ones that are not verified yet. */
  findEmailMacs(accountIds: readonly number[]): Promise<string[]>;
}

export interface CodeRequestStore {
  find(emailMac: string): Promise<CodeRequests>;
  /** Saves the next version; false after a concurrent change. */
  save(requests: CodeRequests): Promise<boolean>;
  /** Conflicts with transactions that issue a code to these addresses; they start again. */
  interrupt(emailMacs: readonly string[], now: Date): Promise<void>;
  /** Clears verification codes and locks of a verified address. */
  forgive(emailMac: string): Promise<void>;
}

export interface SessionStore {
  find(userId: number, id: string): Promise<Session | null>;
  /** Open sessions, latest sign-in first. */
  findOpen(userId: number, now: Date, limit: number): Promise<Session[]>;
  insert(session: Session): Promise<void>;
  /**
   * Stores the time of the next token; false when the session ended, or when a token that was issued later than `issuedAt`, in
   * seconds, was renewed before.
   */
  renew(session: Session, issuedAt: number | null): Promise<boolean>;
  /** Ignores ended sessions. */
  noteSeen(seen: readonly SeenSession[]): Promise<void>;
  remove(userId: number, id: string): Promise<boolean>;
  removeAll(userId: number): Promise<void>;
}

export interface RevocationStore {
  add(revocations: readonly Revocation[]): Promise<void>;
  /** Revocations after a cursor that matter at the caller's time. */
  read(after: string | null, at: Date): Promise<Revocations>;
  /** Records the latest token expiry before a token is granted. */
  noteGrants(until: Date): Promise<void>;
  /** Number of the latest revocation. */
  last(): Promise<number>;
  /** Removes revocations up to a number. */
  forget(number: number): Promise<void>;
}

export interface MailStore {
  /** Queues an email, to be sent at a time or at once, and replaces an unsent one of its address and purpose. */
  enqueue(mail: QueuedEmail, dueAt?: Date): Promise<void>;
  /** Queues an email once per key; false when the key was used before. */
  enqueueOnce(key: string, mail: QueuedEmail, at: Date): Promise<boolean>;
  /** Claims the next due email for a minute. */
  claim(now: Date): Promise<QueuedEmail | null>;
  remove(mail: QueuedEmail): Promise<void>;
  /** Removes everything queued for these addresses except receipts of erasures, which outlive their account. */
  removeAll(emailMacs: readonly string[]): Promise<void>;
  postpone(mail: QueuedEmail, until: Date): Promise<void>;
}

export interface SigningKeyStore {
  /** Newest first. */
  readAll(): Promise<SigningKey[]>;
  /** Does nothing when another process created this generation. */
  insert(key: SigningKey): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Stores of one transaction. */
interface Stores {
  accounts: AccountStore;
  codes: CodeStore;
  codeRequests: CodeRequestStore;
  sessions: SessionStore;
  revocations: RevocationStore;
  mails: MailStore;
}

export type UnitOfWork = UnitOf<Stores, DomainEvent>;
export type Transact = TransactOf<UnitOfWork>;

/** Signing keys in the store, and new ones. */
export interface SigningKeys extends SigningKeyStore {
  make(times: KeyTimes): Promise<SigningKey>;
}

/** Operations on one-time codes that need the secret. */
export interface CodeSecrets {
  /** Keyed hash of an address in its key's form, so that rows of unknown addresses identify nobody. */
  emailMacOf(emailKey: string): string;
  /** Hashes of an address under every accepted secret, the current one first. */
  emailMacsOf(emailKey: string): readonly string[];
  /** Keyed hash of a client's IP address. */
  ipMacOf(ip: string): string;
  /** Proof of a sign-up, returned to the client that made it. */
  signUpProofOf(userId: number): string;
  /** Authenticates the link that ends the sign-up of an account. */
  endMacOf(userId: number): string;
  macOf(name: CodeName, code: string): string;
  /** Whether a hash is that of an IP address, proof of a sign-up, link or code, under any accepted secret. */
  isIp(mac: string | null, ip: string): boolean;
  isSignUpProof(proof: string, userId: number): boolean;
  isEndMac(mac: string, userId: number): boolean;
  isCode(mac: string, name: CodeName, code: string): boolean;
  randomCode(): string;
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

/** Attempt limits; each call counts and throws `RateLimited` above the limit. */
export interface AttemptLimits {
  countSignUp(ip: string): Promise<void>;
  countLogIn(ip: string): Promise<void>;
  countCodeRequest(ip: string): Promise<void>;
  /** Attempt with a code, right or wrong. */
  countCodeAttempt(ip: string): Promise<void>;
  /** With or without an account. */
  countPassword(emailKey: string): Promise<void>;
  forgivePasswords(emailKey: string): Promise<void>;
  /** Code for a new address, requested by a learner. */
  countEmailChange(userId: number): Promise<void>;
  /** Whether the name was free or not. */
  countUsernameChange(userId: number): Promise<void>;
}

export interface AccessTokens {
  grant(account: Account, session: Session): Promise<Access>;
  /** Principal of a token that may have expired. Throws `Unauthenticated`. */
  readExpired(token: string): Promise<Principal>;
  /** After a committed revocation: this process applies it immediately, others within 2 s. */
  learnRevocations(): Promise<void>;
}

export interface Rules extends CodeRequestRules {
  /** For local development: responses contain the codes. */
  devCodes: boolean;
  /** Origin of the web client, for links in emails. */
  webOrigin: string;
  /** Age in days at which a signing key is replaced. */
  rotationDays: number;
}

export interface Ids {
  newAccountId(): Promise<number>;
  /** Id of a session, code, email or signing key. */
  newId(): string;
}

/** Dependencies of the use-cases. Emails are queued in transactions only. */
export interface Ports extends Omit<Stores, 'mails'> {
  signingKeys: SigningKeys;
  transact: Transact;
  /**
   * Transactions with revocations run one at a time per process, because they would conflict on their common
   * counter.
   */
  transactSerially: Transact;
  secrets: CodeSecrets;
  passwords: Passwords;
  limits: AttemptLimits;
  tokens: AccessTokens;
  rules: Rules;
  /** Signals a queued email that is due in some milliseconds. */
  wakeMailWorker(dueInMs?: number): void;
  /**
   * Delay of an email with a code in milliseconds. Random, so that neither this response nor a following one shows
   * by its time whether an email is being sent, which would tell known addresses from unknown ones.
   */
  codeDelayMs(): number;
  /** Resolves after the shortest time of a response that must not show whether an address has an account. */
  leastResponseTime(): Promise<void>;
  ids: Ids;
  /** Deletes responses kept for retries that hold data of an account. */
  forgetResponses(userId: number): Promise<void>;
  now(): Date;
  /** Lowest reading of the clock within the last hour, for deletions by date; `null` until an hour was observed. */
  confirmedNow(): Date | null;
}
