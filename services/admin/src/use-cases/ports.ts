import type { UserSort } from '@kumbuka/contracts';
import type { AuditEntry, AuditFilter } from '../domain/audit/audit.ts';
import type { Day } from '../domain/directory/day.ts';
import type { UserMatch } from '../domain/directory/listing.ts';
import type { DirectoryUser, Part, UserChange, UserFacts, UserTotals } from '../domain/directory/user.ts';
import type { DomainEvent } from '../domain/events.ts';

export interface PageRequest {
  /** From 1. */
  page: number;
  perPage: number;
}

export interface Page<Item> extends PageRequest {
  items: Item[];
  /** Items in all. */
  total: number;
}

export interface UserStore {
  /** Those that have a row. */
  findMany(ids: readonly number[]): Promise<DirectoryUser[]>;
  /** Saves users and what they change of the totals. */
  save(changes: readonly UserChange[]): Promise<void>;
  /** Users whose owners are to be asked. */
  findStale(most: number): Promise<DirectoryUser[]>;
  list(match: UserMatch, sort: UserSort, limit: number, offset: number): Promise<DirectoryUser[]>;
  count(match: UserMatch): Promise<number>;
  countNewSince(since: Date): Promise<number>;
  totals(): Promise<UserTotals>;
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

/** What the owners of users' data say; each throws Unavailable when its service is away. */
export interface Owners {
  /** What some users are, of the parts that are asked for. */
  readFacts(asked: ReadonlyMap<number, readonly Part[]>): Promise<Map<number, UserFacts>>;
}

/** The stores of one transaction, and what it leaves behind beside their rows. */
export interface UnitOfWork {
  users: UserStore;
  days: DayStore;
  audit: AuditStore;
  /** Events that are published once the work has committed. */
  record(events: readonly DomainEvent[]): void;
}

/** Runs work in one transaction, again from the start after a conflict. */
export type Transact = <Result>(work: (unit: UnitOfWork) => Promise<Result>) => Promise<Result>;

/** Everything that use-cases need of the world. */
export interface Ports {
  users: UserStore;
  days: DayStore;
  audit: AuditStore;
  owners: Owners;
  transact: Transact;
  /** The date of an instant in the configured zone. */
  dateOf(instant: Date): string;
  /** Counts a refused call of a network; false when there were too many to note each. */
  mayNoteForbidden(ip: string): Promise<boolean>;
  newId(): string;
  now(): Date;
}
