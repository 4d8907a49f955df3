import type { Transact as TransactOf, UnitOfWork as UnitOf } from '@kumbuka/service-kit/ports';
import type { DomainEvent } from '../domain/events.ts';
import type { GenerationStore, RunStore, Decks, Runner, GenerationIds } from './ports/generation.ts';
import type { QuotaStore } from './ports/quota.ts';
import type { LearnerStore } from './ports/learner.ts';
import type { Costs } from './ports/cost.ts';
import type { CardProvider } from './ports/provider.ts';

export type * from './ports/generation.ts';
export type * from './ports/quota.ts';
export type * from './ports/learner.ts';
export type * from './ports/cost.ts';
export type * from './ports/provider.ts';

/** Stores of one transaction. */
interface Stores {
  generations: GenerationStore;
  runs: RunStore;
  quotas: QuotaStore;
  learners: LearnerStore;
}

export type UnitOfWork = UnitOf<Stores, DomainEvent>;
export type Transact = TransactOf<UnitOfWork>;

/** Dependencies of the use-cases. */
export interface Ports extends Stores {
  decks: Decks;
  costs: Costs;
  provider: CardProvider;
  /** Replaces the provider when its budget is spent. */
  fallback: CardProvider;
  transact: Transact;
  runner: Runner;
  ids: GenerationIds;
  /** Time zone in which the months of the quota begin. */
  zone: string;
  /** Counts a call of a learner. Throws `RateLimited`. */
  countCall(userId: number): Promise<void>;
  /** Deletes the responses stored for a learner's idempotency keys. */
  forgetResponses(learnerId: number): Promise<void>;
  /** Name of the current request, the same for each retry; `null` without an Idempotency-Key. */
  requestName(): string | null;
  /** Logs an error that the work survived. */
  warn(error: unknown, message: string): void;
  now(): Date;
}
