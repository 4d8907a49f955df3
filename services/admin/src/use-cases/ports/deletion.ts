import type { Deletion, DeletionItem } from '../../domain/deletion/deletion.ts';

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
