import type { DemoBatch, DemoUser } from '../../domain/demo/demo-batch.ts';

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
