import type { Transact as TransactOf, UnitOfWork as UnitOf } from '@kumbuka/service-kit/ports';
import type { CodeRequestRules } from '../domain/code/code-requests.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { AccountStore, Passwords } from './ports/account.ts';
import type { CodeStore, CodeRequestStore, CodeSecrets } from './ports/code.ts';
import type { SessionStore, RevocationStore, SigningKeys, AccessTokens } from './ports/access.ts';
import type { MailStore, PushSender } from './ports/mail.ts';
import type { AttemptLimits } from './ports/limits.ts';

export type * from './ports/account.ts';
export type * from './ports/code.ts';
export type * from './ports/access.ts';
export type * from './ports/mail.ts';
export type * from './ports/limits.ts';

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
  pushes: PushSender;
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
