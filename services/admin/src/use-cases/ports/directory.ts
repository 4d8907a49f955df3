import type { UserSort } from '@kumbuka/contracts';
import type { Day } from '../../domain/directory/day.ts';
import type { NewUser, SignUpPeriod } from '../../domain/directory/funnel.ts';
import type { UserList, UserMatch } from '../../domain/directory/listing.ts';
import type { DirectoryUser, UserChange, UserTotals } from '../../domain/directory/user.ts';

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
  /** Users who signed up in a period, without demo users. */
  listNew(period: SignUpPeriod): Promise<NewUser[]>;
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
