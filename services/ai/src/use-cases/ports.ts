import type { Month } from '@kumbuka/contracts';
import type { DomainEvent } from '../domain/events.ts';
import type { Generation } from '../domain/generation.ts';
import type { Learner } from '../domain/learner.ts';
import type { PageRequest } from '../domain/listing.ts';
import type { Quota } from '../domain/quota.ts';

export interface GenerationStore {
  find(ownerId: number, id: number): Promise<Generation | null>;
  /** A page of a learner's generations, latest first. */
  page(ownerId: number, page: PageRequest): Promise<Generation[]>;
  count(ownerId: number): Promise<number>;
  removeAll(ownerId: number): Promise<void>;
}

export interface QuotaStore {
  find(ownerId: number, month: Month): Promise<Quota>;
  removeAll(ownerId: number): Promise<void>;
}

export interface LearnerStore {
  find(id: number): Promise<Learner>;
  /** Marks a learner as gone for ever. */
  erase(id: number, at: Date): Promise<void>;
}

/** The stores of one transaction, and what it leaves behind beside their rows. */
export interface UnitOfWork {
  generations: GenerationStore;
  quotas: QuotaStore;
  learners: LearnerStore;
  /** Events that are published once the work has committed. */
  record(events: readonly DomainEvent[]): void;
  /** Keeps the result for a repeat of this request, and gives it back. */
  keepAnswer<Result>(result: Result): Result;
}

/** Everything that use-cases need of the world. */
export interface Ports {
  generations: GenerationStore;
  quotas: QuotaStore;
  learners: LearnerStore;
  /** Where the months of the quota begin. */
  zone: string;
  /** Forgets the answers that are kept for a learner's repeated requests. */
  forgetAnswers(learnerId: number): Promise<void>;
  now(): Date;
}
