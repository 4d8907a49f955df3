import type { UsageOfUser, UsagePage } from '@kumbuka/contracts';
import type { Learner } from '../../domain/learner.ts';
import type { UsageKept, UsageUpdate } from '../../domain/usage.ts';

export interface LearnerStore {
  find(id: number): Promise<Learner>;
  /** Increments the number of payments and returns the learner. */
  incrementPaymentCount(id: number): Promise<Learner>;
  /** Ids of learners with stored usage, after an id, in order. */
  listWithUsage(after: number, limit: number): Promise<number[]>;
  /** Overwrites the usage of a learner; `null` removes it. */
  replaceUsage(id: number, usage: UsageKept | null): Promise<void>;
  /** Stores usage unless a newer version is present. */
  keepUsage(updates: readonly UsageUpdate[]): Promise<void>;
  /** Writes the tombstone of a learner and removes the rest. */
  erase(id: number, at: Date): Promise<void>;
}

/** Reads usage from ai. Throws `Unavailable` when it cannot be reached. */
export interface UsageReader {
  /** Users after an id, in order. */
  list(after: number): Promise<UsagePage>;
  read(userId: number): Promise<UsageOfUser>;
}
