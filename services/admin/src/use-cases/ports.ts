import type {
  AccountSnapshot,
  DeletedOfUser,
  HoldingService,
  Page,
  PageRequest,
  ServiceName,
  UserSort,
} from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { Transact as TransactOf, UnitOfWork as UnitOf } from '@kumbuka/service-kit/ports';
import type { AuditEntry, AuditFilter } from '../domain/audit/audit.ts';
import type { Counts, Deletion, DeletionItem } from '../domain/deletion/deletion.ts';
import type { DemoBatch, DemoUser } from '../domain/demo/demo-batch.ts';
import type { Day } from '../domain/directory/day.ts';
import type { UserList, UserMatch } from '../domain/directory/listing.ts';
import type { DirectoryUser, Part, UserChange, UserSnapshot, UserTotals } from '../domain/directory/user.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { DeadLetter } from '../domain/events/dead-letter.ts';
import type { ServiceEvents } from '../domain/events/event-admin.ts';

export interface StoredRow {
  id: string;
  fields: object;
}

export interface UserStore {
  /** Finds users; omits ids without a row. */
  findMany(ids: readonly number[]): Promise<DirectoryUser[]>;
  /** Saves users with their changes of the listing and the totals. */
  save(changes: readonly UserChange[]): Promise<void>;
  /** Finds users with stale parts. */
  findStale(limit: number): Promise<DirectoryUser[]>;
  countSeenSince(since: Date): Promise<number>;
  countNewSince(since: Date): Promise<number>;
  /** Lists ids of listed users after an id, in order. */
  listIds(after: number, limit: number): Promise<number[]>;
  /** Finds expired demo users. */
  findExpired(now: Date, limit: number): Promise<number[]>;
}

/** Listed users: filters, search and order, read from compact pages. */
export interface UserListing {
  list(match: UserMatch, sort: UserSort, limit: number, offset: number): Promise<UserList>;
  /** Reads the rows of a user in the listing; none for an unlisted user. */
  storedRows(id: number): Promise<StoredRow[]>;
  /** Returns the rows that a user should have in the listing. */
  rowsOf(user: DirectoryUser): StoredRow[];
  /** Replaces the rows of these users. */
  rewrite(users: readonly DirectoryUser[]): Promise<void>;
}

/** Numbers of users, updated with every change. */
export interface UserTotalsStore {
  find(): Promise<UserTotals>;
  add(change: UserTotals): Promise<void>;
  set(totals: UserTotals): Promise<void>;
  /** Computes the totals from the users' rows. */
  count(): Promise<UserTotals>;
}

export interface DayStore {
  /** Adds counts to days. */
  add(days: readonly Day[]): Promise<void>;
  /** Finds days with a row from a date on. */
  findFrom(date: string): Promise<Day[]>;
}

export interface AuditStore {
  append(entry: AuditEntry): Promise<void>;
  /** Latest first. */
  list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>;
}

export interface DeletionStore {
  find(id: string): Promise<Deletion | null>;
  /** Finds the deletion that a learner requested for the own account; there is at most one. */
  findErasure(userId: number): Promise<Deletion | null>;
  /** Finds the deletion of expired demo users that is running, or one that failed for some of them since a time. */
  findExpiry(failedSince: Date): Promise<Deletion | null>;
  /** Finds a deletion inside a transaction. Throws DeletionNotFound. */
  lock(id: string): Promise<Deletion>;
  insert(deletion: Deletion): Promise<void>;
  /** Runs of operators that are active or ended since, latest first; no dry runs. */
  findRecent(since: Date, limit: number): Promise<Deletion[]>;
  save(deletion: Deletion): Promise<void>;
  /** Records a heartbeat, so that no other process claims the deletion. */
  beat(id: string, at: Date): Promise<void>;
  /** Claims abandoned deletions for the caller. */
  claimIdle(now: Date): Promise<Pick<Deletion, 'id' | 'requestedBy'>[]>;
}

/** Users of deletions with the requested names. */
export interface DeletionItemStore {
  insert(deletionId: string, items: readonly DeletionItem[]): Promise<void>;
  list(deletionId: string): Promise<DeletionItem[]>;
  /** Returns ids of unprocessed users. */
  waiting(deletionId: string, limit: number): Promise<number[]>;
  /** Sets the outcome of waiting users and returns their ids. Deletes the names of deleted accounts. */
  settle(deletionId: string, userIds: readonly number[], outcome: Settled): Promise<number[]>;
  /** Lets the items of a deletion expire a day later. */
  forgetLater(deletionId: string, at: Date): Promise<void>;
}

/** Idempotency-Key of an operator, with a keyed hash of the request body. */
export interface DeletionKey {
  key: string;
  bodyMac: string;
}

export interface DeletionKeyStore {
  /** Finds a key until it expires. */
  find(key: string): Promise<(DeletionKey & { deletionId: string }) | null>;
  insert(key: DeletionKey & { deletionId: string }): Promise<void>;
  /** Lets the key of a deletion expire a day later. */
  forgetLater(deletionId: string, at: Date): Promise<void>;
}

export interface Settled {
  state: 'done' | 'failed';
  keepNames: boolean;
}

export interface BatchStore {
  find(id: string): Promise<DemoBatch | null>;
  findByKey(key: string): Promise<DemoBatch | null>;
  /** Runs that are active or ended since, latest first. */
  findRecent(since: Date, limit: number): Promise<DemoBatch[]>;
  insert(batch: DemoBatch, users: readonly DemoUser[]): Promise<void>;
  save(batch: DemoBatch): Promise<void>;
  /** Returns the users in the order of their index. */
  users(id: string): Promise<DemoUser[]>;
  saveUsers(id: string, users: readonly DemoUser[]): Promise<void>;
  /** Updates the counts of created and furnished users, and records a heartbeat. */
  countUp(id: string, at: Date): Promise<void>;
  /** Deletes the secrets of batches whose passwords have expired. */
  forgetSecrets(now: Date): Promise<void>;
  /** Deletes the Idempotency-Keys of batches that ended a day ago. */
  forgetKeys(now: Date): Promise<void>;
  /** Deletes the rows of deleted accounts. */
  forgetUsers(userIds: readonly number[]): Promise<void>;
  claimIdle(now: Date): Promise<string[]>;
}

export interface DemoPasswords {
  /** Encrypted seed of a batch's passwords; `null` for random ones. */
  seal(batchId: string, password: string | null): string;
  /** `null` after the secret was deleted. */
  passwordOf(batch: DemoBatch, index: number): string | null;
}

export interface DemoAccounts {
  batchId: string;
  expiresAt: Date | null;
  users: { username: string; email: string; password: string }[];
}

export interface DeletionStep {
  deletionId: string;
  userIds: number[];
  dryRun: boolean;
  /** Maximum number of deleted rows before the response. */
  rows?: number;
}

/** Signed-in learner. */
export type SignedIn = Pick<Principal, 'userId' | 'sessionId' | 'epoch'>;

export interface ErasureReceipt {
  deletionId: string;
  requestedAt: Date;
  /** Deleted rows by kind. */
  counts: Counts;
}

/** Calls to the owners of users' data. Each throws `Unavailable`. */
export interface Owners {
  /** Reads the requested parts of users. */
  readSnapshot(partsByUser: ReadonlyMap<number, readonly Part[]>): Promise<Map<number, UserSnapshot>>;
  readAccounts(userIds: readonly number[]): Promise<AccountSnapshot[]>;
  /** Lists ids of accounts after an id, in order. */
  listAccountIds(after: number): Promise<number[]>;
  /** Finds ids of accounts by the requested addresses. */
  findByEmail(emails: readonly string[]): Promise<Map<string, number>>;
  /** Throws ValidationFailed for a password that a sign-up would reject as too common. */
  checkPassword(password: string): Promise<void>;
  /** Throws PASSWORD_WRONG, UNAUTHENTICATED or RATE_LIMITED unless it is the caller's password. */
  provePassword(principal: SignedIn, password: string): Promise<void>;
  /** Ends every session of an account and invalidates its password. Idempotent. */
  closeAccount(userId: number): Promise<void>;
  /** Emails the receipt of an erasure once per deletion, unless the account is already deleted. */
  sendErasureReceipt(userId: number, receipt: ErasureReceipt): Promise<void>;
  /** Creates accounts. Returns their ids by name, without taken names. */
  createDemoAccounts(batch: DemoAccounts): Promise<Map<string, number>>;
  /** Creates starter decks. Returns their ids. */
  seedDecks(userId: number, starterDecks: number, at: Date): Promise<number[]>;
  /** Creates answers. Returns false while study-progress lacks the cards of the decks. */
  inventStudy(userId: number, deckIds: readonly number[]): Promise<boolean>;
  /** Deletes or counts a service's data of users. The caller repeats it until all users are done. */
  deleteStep(service: HoldingService, step: DeletionStep): Promise<DeletedOfUser[]>;
}

/** Event administration of all services: backlogs and dead letters. */
export interface EventAdmin {
  /** Returns within five seconds even if a service hangs. */
  read(service: ServiceName): Promise<ServiceEvents>;
  /** Lists undecided dead letters, oldest first. Throws Unavailable without Kafka. */
  deadLetters(service: ServiceName, page: PageRequest): Promise<Page<DeadLetter>>;
  /** Latest first. */
  discarded(service: ServiceName, page: PageRequest): Promise<Page<DeadLetter>>;
  /** Replays one dead letter, or all. */
  replay(service: ServiceName, by: string, id?: string): Promise<{ sent: number; kept: number }>;
  /** Discards a dead letter. Returns false when it does not exist. */
  discard(service: ServiceName, by: string, id: string): Promise<boolean>;
  unpark(service: ServiceName, aggregate: string): Promise<void>;
}

/** Stores of one transaction. */
interface Stores {
  users: UserStore;
  listing: UserListing;
  totals: UserTotalsStore;
  days: DayStore;
  audit: AuditStore;
  deletions: DeletionStore;
  deletionItems: DeletionItemStore;
  deletionKeys: DeletionKeyStore;
  batches: BatchStore;
}

export type UnitOfWork = UnitOf<Stores, DomainEvent>;
export type Transact = TransactOf<UnitOfWork>;

/** Work in this process. */
interface Runs {
  /** Runs a deletion in this process. */
  wakeDeletion(deletion: Pick<Deletion, 'id' | 'requestedBy'>): void;
  /** Resolves when it ends in this process. */
  awaitDeletion(id: string): Promise<void>;
  wakeBatch(id: string): void;
}

/** Dependencies of the use cases. */
export interface Ports extends Stores {
  owners: Owners;
  eventAdmin: EventAdmin;
  runs: Runs;
  transact: Transact;
  /** Transaction that records deleted users. */
  transactNotes: Transact;
  /** Returns the date of an instant in the configured time zone. */
  dateOf(instant: Date): string;
  /** Counts a rejected call of a network. Returns false beyond the limit of audit entries. */
  mayNoteForbidden(ip: string): Promise<boolean>;
  /** Domains whose accounts may be deleted; empty: all. */
  deletableDomains: readonly string[];
  passwords: DemoPasswords;
  /** Keyed hash of a request, which shows only whether two requests are equal. */
  bodyHash: {
    hash(request: object): string;
    /** Whether the hash is of this request, by the current key or by another one of a rotation. */
    isHashOf(stored: string, request: object): boolean;
  };
  /** Reserves numbers for names with a prefix. */
  newNumbers(prefix: string, count: number): Promise<number[]>;
  /** Whether an error means that a dependency is unavailable, so that a retry may succeed. */
  isUnavailable(error: unknown): boolean;
  /** Ends early when the signal aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  newId(): string;
  /** Logs a failure that changes nothing for the caller. */
  warn(error: unknown, message: string): void;
  now(): Date;
  /** Monotonic clock in milliseconds. */
  elapsedMs(): number;
  /** Lowest reading of the clock within the last hour, for deletions by date; `null` until an hour was observed. */
  confirmedNow(): Date | null;
}
