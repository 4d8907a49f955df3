import type { Quota } from '../../domain/quota.ts';

export interface QuotaStore {
  find(ownerId: number, month: string): Promise<Quota>;
  save(quota: Quota): Promise<void>;
  /** The latest month of an owner; `null` before the first. */
  findLatest(ownerId: number): Promise<Quota | null>;
  /** Months of the owners after an id, ordered by owner and month. */
  listAfter(ownerId: number, limit: number): Promise<Quota[]>;
  removeAll(ownerId: number): Promise<void>;
}
