import type { Transact as TransactOf, UnitOfWork as UnitOf } from '@kumbuka/service-kit/ports';
import type { Deletion } from '../domain/deletion/deletion.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { UserStore, UserListing, UserTotalsStore, DayStore } from './ports/directory.ts';
import type { AuditStore } from './ports/audit.ts';
import type { DeletionStore, DeletionItemStore, DeletionKeyStore } from './ports/deletion.ts';
import type { BatchStore, DemoPasswords } from './ports/demo.ts';
import type { Owners } from './ports/owners.ts';
import type { EventAdmin } from './ports/events.ts';

export type * from './ports/directory.ts';
export type * from './ports/audit.ts';
export type * from './ports/deletion.ts';
export type * from './ports/demo.ts';
export type * from './ports/owners.ts';
export type * from './ports/events.ts';

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
