import type { AccountSnapshot, DeletedOfUser, HoldingService } from '@kumbuka/contracts';
import type { Principal } from '@kumbuka/identity';
import type { Counts } from '../../domain/deletion/deletion.ts';
import type { Part, UserSnapshot } from '../../domain/directory/user.ts';

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
