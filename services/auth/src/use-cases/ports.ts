import type { Revocations } from '@kumbuka/contracts';
import type { Access, Revocation, SeenSession, Session } from '../domain/access/session.ts';
import type { KeyTimes, SigningKey } from '../domain/access/signing-key.ts';
import type { Account } from '../domain/account/account.ts';
import type { CodeTurns, TurnRules } from '../domain/code/code-turns.ts';
import type { Code, CodeName } from '../domain/code/code.ts';
import type { WaitingMail } from '../domain/code/mail.ts';
import type { DomainEvent } from '../domain/events.ts';

export interface AccountStore {
  find(id: number): Promise<Account | null>;
  findMany(ids: readonly number[]): Promise<Account[]>;
  findByEmail(emailKey: string): Promise<Account | null>;
  findByEmails(emailKeys: readonly string[]): Promise<Account[]>;
  /** Ids after one of them, in order. */
  listIds(after: number, most: number): Promise<number[]>;
  /** In the order of their ids. */
  findOperators(limit: number): Promise<Account[]>;
  /** Which of the two somebody has; the e-mail if both. */
  findTaken(keys: Pick<Account, 'emailKey' | 'usernameKey'>): Promise<'email' | 'username' | null>;
  /** Accounts that have one of these e-mails or names. */
  findRivals(keys: readonly Pick<Account, 'emailKey' | 'usernameKey'>[]): Promise<Account[]>;
  /** Ids of unverified accounts that were made until an instant, oldest first. */
  findUnverified(createdUntil: Date, limit: number): Promise<number[]>;
  /** Throws EmailTaken or UsernameTaken, as saving does. */
  insert(accounts: readonly Account[]): Promise<void>;
  save(accounts: readonly Account[]): Promise<void>;
  remove(ids: readonly number[]): Promise<void>;
  /** Does nothing when the password was changed in between. */
  replaceHash(account: Account, stronger: string): Promise<void>;
}

/** One code for each e-mail and purpose. */
export interface CodeStore {
  find(name: CodeName): Promise<Code | null>;
  /** Counts a try on an open code and gives it back, in one step; null when no such code is open. */
  countTry(name: CodeName, now: Date): Promise<Code | null>;
  /** Puts the code in the place of an older one of its e-mail and purpose. */
  replace(code: Code): Promise<void>;
  /** Takes the code out; false when somebody else did. */
  consume(code: Code): Promise<boolean>;
  removeAll(emailMacs: readonly string[]): Promise<void>;
}

export interface CodeTurnStore {
  find(emailMac: string): Promise<CodeTurns>;
  /** Saves what follows the version that was read; false when somebody else was faster. */
  save(turns: CodeTurns): Promise<boolean>;
  /** Of an e-mail that was proved, verification codes and locks no longer count. */
  forgive(emailMac: string): Promise<void>;
}

export interface SessionStore {
  find(userId: number, id: string): Promise<Session | null>;
  /** Those that have not ended, latest sign-in first. */
  findOpen(userId: number, now: Date, limit: number): Promise<Session[]>;
  insert(session: Session): Promise<void>;
  /** Passes over sessions that were ended. */
  noteSeen(seen: readonly SeenSession[]): Promise<void>;
  remove(userId: number, id: string): Promise<boolean>;
  removeAll(userId: number): Promise<void>;
}

export interface RevocationStore {
  add(revocations: readonly Revocation[]): Promise<void>;
  /** What was revoked after a cursor and matters to who has this time of day. */
  read(after: string | null, at: Date): Promise<Revocations>;
  /** Notes, before it is granted, until when a token may live. */
  noteGrants(until: Date): Promise<void>;
  /** The number of the latest one. */
  last(): Promise<number>;
  /** Takes away those up to a number. */
  forget(number: number): Promise<void>;
}

export interface MailStore {
  /** Queues a mail in the place of an unsent one of its e-mail and purpose; `sent` is false for a decoy. */
  enqueue(mail: WaitingMail, sent: boolean): Promise<void>;
  /** Queues a mail beside all others, once for each key; false when the key was used before. */
  enqueueOnce(key: string, mail: WaitingMail, at: Date): Promise<boolean>;
  /** Takes the next mail that is due, so that nobody else does for a minute. */
  claim(now: Date): Promise<WaitingMail | null>;
  remove(mail: WaitingMail): Promise<void>;
  /** Whatever waits for these e-mails. */
  removeAll(emailMacs: readonly string[]): Promise<void>;
  postpone(mail: WaitingMail, until: Date): Promise<void>;
}

export interface SigningKeyStore {
  /** Newest first. */
  readAll(): Promise<SigningKey[]>;
  /** Does nothing when another process made this generation. */
  insert(key: SigningKey): Promise<void>;
  remove(id: string): Promise<void>;
}

/** The stores of one transaction, and what it leaves behind beside their rows. */
export interface UnitOfWork {
  accounts: AccountStore;
  codes: CodeStore;
  codeTurns: CodeTurnStore;
  sessions: SessionStore;
  revocations: RevocationStore;
  mails: MailStore;
  /** Events that are published once the work has committed. */
  record(events: readonly DomainEvent[]): void;
  /** Keeps the result for a repeat of this request, and gives it back. */
  rememberResponse<Result>(result: Result): Result;
}

/** Runs work in one transaction, again from the start after a conflict. */
export type Transact = <Result>(work: (unit: UnitOfWork) => Promise<Result>) => Promise<Result>;

/** Everything about one-time codes that needs the secret. */
export interface CodeSecrets {
  /** Keyed hash of a folded e-mail: rows of unknown e-mails name nobody. */
  emailMacOf(emailKey: string): string;
  /** Keyed hash of a client's ip. */
  ipMacOf(ip: string): string;
  macOf(name: CodeName, code: string): string;
  sameMac(left: string, right: string): boolean;
  randomCode(): string;
}

export interface PasswordAttempt {
  /** Null where there is no password: it takes as long as a wrong one. */
  hash: string | null;
  password: string;
  /** Called when its turn has come, before the password is looked at. */
  onTurn?(): Promise<void>;
}

/** Hashes are made a few at a time; throws Unavailable when too many wait. */
export interface Passwords {
  common: ReadonlySet<string>;
  hash(password: string): Promise<string>;
  isRight(attempt: PasswordAttempt): Promise<boolean>;
}

/** Who may try how often; each counts the attempt and throws RateLimited when it was one too many. */
export interface AttemptLimits {
  countSignUp(ip: string): Promise<void>;
  countLogIn(ip: string): Promise<void>;
  countCodeRequest(ip: string): Promise<void>;
  /** A code that is given, right or wrong. */
  countCodeTry(ip: string): Promise<void>;
  /** Whether an account has this e-mail or not. */
  countPassword(emailKey: string): Promise<void>;
  forgivePasswords(emailKey: string): Promise<void>;
  /** A code for another e-mail, asked for by a learner. */
  countEmailChange(userId: number): Promise<void>;
  /** Whether the name was free or not. */
  countUsernameChange(userId: number): Promise<void>;
}

export interface AccessTokens {
  grant(account: Account, session: Session): Promise<Access>;
  /** After a commit that revoked something: this process refuses it from now on, others within 2 s. */
  learnRevocations(): Promise<void>;
}

export interface Rules extends TurnRules {
  /** Local development: answers carry the codes. */
  devCodes: boolean;
  /** Age at which a signing key gets a successor. */
  rotationDays: number;
}

/** Everything that use-cases need of the world. */
export interface Ports {
  accounts: AccountStore;
  codes: CodeStore;
  codeTurns: CodeTurnStore;
  sessions: SessionStore;
  revocations: RevocationStore;
  signingKeys: SigningKeyStore;
  transact: Transact;
  /**
   * The same for work that revokes something: it would conflict with its like on their common counter, so a process
   * does one at a time.
   */
  transactInLine: Transact;
  secrets: CodeSecrets;
  passwords: Passwords;
  limits: AttemptLimits;
  tokens: AccessTokens;
  rules: Rules;
  makeSigningKey(times: KeyTimes): Promise<SigningKey>;
  /** Tells the postman that a mail waits. */
  wakePostman(): void;
  newAccountId(): Promise<number>;
  newId(): string;
  now(): Date;
  /** Lowest reading of the clock within the last hour, for deletions by date; `null` until an hour was observed. */
  confirmedNow(): Date | null;
}
