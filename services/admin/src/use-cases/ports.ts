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
  /** Users that have a row. */
  findMany(ids: readonly number[]): Promise<DirectoryUser[]>;
  /** Saves users, and what they change of the listing and of the totals. */
  save(changes: readonly UserChange[]): Promise<void>;
  /** Users whose owners are to be asked. */
  findStale(most: number): Promise<DirectoryUser[]>;
  countSeenSince(since: Date): Promise<number>;
  countNewSince(since: Date): Promise<number>;
  /** Ids of listed users after one of them, in order. */
  listIds(after: number, most: number): Promise<number[]>;
  /** Demo users whose time is over. */
  findExpired(now: Date, most: number): Promise<number[]>;
}

/** Listed users: filters, search and order, read from compact pages. */
export interface UserListing {
  list(match: UserMatch, sort: UserSort, limit: number, offset: number): Promise<UserList>;
  /** Rows that list a user and find it by name; none for an unlisted user. */
  storedRows(id: number): Promise<StoredRow[]>;
  /** Rows that this user should have. */
  rowsOf(user: DirectoryUser): StoredRow[];
  /** Replaces the rows of these users. */
  rewrite(users: readonly DirectoryUser[]): Promise<void>;
  /** Pages that are missing or of an older make. */
  formerPages(): Promise<number[]>;
  /** Writes a page anew from the rows of its users. */
  rewritePage(page: number): Promise<void>;
}

/** Numbers of users, kept with every change. */
export interface UserTotalsStore {
  find(): Promise<UserTotals>;
  add(change: UserTotals): Promise<void>;
  set(totals: UserTotals): Promise<void>;
  /** The totals as the users' rows say. */
  count(): Promise<UserTotals>;
}

export interface DayStore {
  /** Adds counts to days. */
  add(days: readonly Day[]): Promise<void>;
  /** Days with a row from one date on. */
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
  /** The same as `find` inside a transaction; throws DeletionNotFound. */
  lock(id: string): Promise<Deletion>;
  insert(deletion: Deletion): Promise<void>;
  /** Runs of operators that are active or ended since, latest first; no dry runs. */
  findRecent(since: Date, most: number): Promise<Deletion[]>;
  /** The one that was begun with a key, until the key is forgotten. */
  findByKey(key: string): Promise<KeyedDeletion | null>;
  keepKey(key: DeletionKey, deletionId: string): Promise<void>;
  /** Forgets the key of a deletion a day later. */
  forgetKeyLater(id: string, at: Date): Promise<void>;
  save(deletion: Deletion): Promise<void>;
  /** Tells others that somebody works on it. */
  beat(id: string, at: Date): Promise<void>;
  /** Deletions that nobody works on; they are the caller's from now on. */
  claimIdle(now: Date): Promise<Pick<Deletion, 'id' | 'requestedBy'>[]>;
}

/** Users of deletions, with the names that were asked for. */
export interface DeletionItemStore {
  insert(deletionId: string, items: readonly DeletionItem[]): Promise<void>;
  list(deletionId: string): Promise<DeletionItem[]>;
  /** Ids of users that were not processed yet. */
  waiting(deletionId: string, most: number): Promise<number[]>;
  /** Ends users that wait, and gives back which ones did; names of accounts that are gone go too. */
  settle(deletionId: string, userIds: readonly number[], outcome: Settled): Promise<number[]>;
  /** Forgets the items of a deletion a day later. */
  forgetLater(deletionId: string, at: Date): Promise<void>;
}

/** Of the operator and the Idempotency-Key, and a keyed hash of what was asked for with it. */
export interface DeletionKey {
  key: string;
  bodyMac: string;
}
export interface KeyedDeletion extends DeletionKey {
  deletion: Deletion;
}
export interface Settled {
  state: 'done' | 'failed';
  keepNames: boolean;
}

export interface BatchStore {
  find(id: string): Promise<DemoBatch | null>;
  findByKey(key: string): Promise<DemoBatch | null>;
  /** Runs that are active or ended since, latest first. */
  findRecent(since: Date, most: number): Promise<DemoBatch[]>;
  insert(batch: DemoBatch, users: readonly DemoUser[]): Promise<void>;
  save(batch: DemoBatch): Promise<void>;
  /** In the order of their index. */
  users(id: string): Promise<DemoUser[]>;
  saveUsers(id: string, users: readonly DemoUser[]): Promise<void>;
  /** Counts the users that are made and furnished, and tells others that somebody works on the batch. */
  countUp(id: string, at: Date): Promise<void>;
  /** Deletes the secrets of batches whose passwords have expired. */
  forgetSecrets(now: Date): Promise<void>;
  /** Of accounts that are gone. */
  forgetUsers(userIds: readonly number[]): Promise<void>;
  claimIdle(now: Date): Promise<string[]>;
}

export interface DemoPasswords {
  /** Encrypted seed of a batch's passwords; `null` for random ones. */
  seal(batchId: string, password: string | null): string;
  /** Null once the secret is forgotten. */
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
  /** Rows that may go until the answer. */
  rows?: number;
}

/** A learner by a token. */
export type SignedIn = Pick<Principal, 'userId' | 'sessionId' | 'epoch'>;

export interface ErasureReceipt {
  deletionId: string;
  requestedAt: Date;
  /** Rows by kind that went before the account. */
  counts: Counts;
}

/** Queries to the owners of users' data; each throws `Unavailable` when its service is away. */
export interface Owners {
  /** The requested parts of some users. */
  readSnapshot(partsByUser: ReadonlyMap<number, readonly Part[]>): Promise<Map<number, UserSnapshot>>;
  readAccounts(userIds: readonly number[]): Promise<AccountSnapshot[]>;
  /** Ids of accounts after one of them, in order. */
  listAccountIds(after: number): Promise<number[]>;
  /** Ids of accounts by their addresses, as those were asked for. */
  findByEmail(emails: readonly string[]): Promise<Map<string, number>>;
  /** Throws ValidationFailed for a password that a sign-up would reject as too common. */
  checkPassword(password: string): Promise<void>;
  /** Throws PASSWORD_WRONG, UNAUTHENTICATED or RATE_LIMITED unless it is the caller's password. */
  provePassword(principal: SignedIn, password: string): Promise<void>;
  /** Ends every session of an account that is about to go, and its password; repeats safely. */
  closeAccount(userId: number): Promise<void>;
  /** Emails the receipt of an erasure, once per deletion; an account that is gone gets none. */
  sendErasureReceipt(userId: number, receipt: ErasureReceipt): Promise<void>;
  /** Ids of the accounts by their names; a name that somebody else has is left out. */
  createDemoAccounts(batch: DemoAccounts): Promise<Map<string, number>>;
  /** Ids of the decks. */
  seedDecks(userId: number, starterDecks: number, at: Date): Promise<number[]>;
  /** False while the cards of the decks are not known there yet. */
  inventStudy(userId: number, deckIds: readonly number[]): Promise<boolean>;
  /** Deletes, or counts, what a service holds of users; to be repeated until all are done. */
  deleteStep(service: HoldingService, step: DeletionStep): Promise<DeletedOfUser[]>;
}

/** Event administration of all services: backlogs, dead letters and what operators do with them. */
export interface EventAdmin {
  /** Returns within two seconds even if a service hangs. */
  read(service: ServiceName): Promise<ServiceEvents>;
  /** The first of those that wait; throws Unavailable while Kafka is away. */
  deadLetters(service: ServiceName, page: PageRequest): Promise<Page<DeadLetter>>;
  /** Latest first. */
  discarded(service: ServiceName, page: PageRequest): Promise<Page<DeadLetter>>;
  /** One of them, or all. */
  replay(service: ServiceName, by: string, id?: string): Promise<{ sent: number; kept: number }>;
  /** False when it is not there any more. */
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
  batches: BatchStore;
}

export type UnitOfWork = UnitOf<Stores, DomainEvent>;
export type Transact = TransactOf<UnitOfWork>;

/** Work that goes on in this process. */
interface Runs {
  /** Runs a deletion in this process. */
  wakeDeletion(deletion: Pick<Deletion, 'id' | 'requestedBy'>): void;
  /** Resolves when it ends in this process. */
  awaitDeletion(id: string): Promise<void>;
  wakeBatch(id: string): void;
}

/** Everything that use-cases need of the world. */
export interface Ports extends Stores {
  owners: Owners;
  eventAdmin: EventAdmin;
  runs: Runs;
  transact: Transact;
  /** Notes which users the services have deleted. */
  transactNotes: Transact;
  /** The date of an instant in the configured zone. */
  dateOf(instant: Date): string;
  /** Counts a refused call of a network; false when there were too many to note each. */
  mayNoteForbidden(ip: string): Promise<boolean>;
  /** Domains whose accounts may be deleted; all when it is empty. */
  deletableDomains: readonly string[];
  passwords: DemoPasswords;
  /** A keyed hash of what was asked for: it tells whether another request is the same, and nothing else. */
  macOf(request: object): string;
  /** Numbers for names of a prefix, each given once. */
  newNumbers(prefix: string, count: number): Promise<number[]>;
  /** True for errors that say that something is away: worth another try. */
  isAway(error: unknown): boolean;
  pause(ms: number): Promise<void>;
  newId(): string;
  now(): Date;
  /** Monotonic clock in milliseconds. */
  elapsedMs(): number;
  /** Lowest reading of the clock within the last hour, for deletions by date; `null` until an hour was observed. */
  confirmedNow(): Date | null;
}
