import type { PageRequest } from '@kumbuka/contracts';
import type { Transact as TransactOf, UnitOfWork as UnitOf } from '@kumbuka/service-kit/ports';
import type { Budgets, Cost, DayCost, LearnerCost, Tier } from '../domain/cost.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { CardText, GeneratedCard, Generation, ProviderName, Run } from '../domain/generation.ts';
import type { Learner } from '../domain/learner.ts';
import type { PlanUpdate, StoredPlan } from '../domain/plan.ts';
import type { Quota } from '../domain/quota.ts';
import type { Draft } from '../domain/vetting.ts';

/** A running generation; `beat` rises while its runner is alive. */
export interface RunningGeneration extends Run {
  beat: number;
}

export interface GenerationStore {
  find(ownerId: number, id: number): Promise<Generation | null>;
  /** The generation that a request began before, unless it failed. */
  findByRequest(ownerId: number, requestName: string): Promise<Generation | null>;
  /** A page of a learner's generations, latest first. */
  page(ownerId: number, page: PageRequest): Promise<Generation[]>;
  count(ownerId: number): Promise<number>;
  /** A page of the generations that used prompts of a month, latest first. */
  pageOfMonth(ownerId: number, month: string, page: PageRequest): Promise<Generation[]>;
  countOfMonth(ownerId: number, month: string): Promise<number>;
  insert(generation: Generation, run: Run): Promise<void>;
  /** Saves state, cards, failure and insertions. */
  save(generation: Generation): Promise<void>;
  removeAll(ownerId: number): Promise<void>;
}

/** Running generations. */
export interface RunStore {
  /** The generation of a run; `null` once it has ended or is deleted. */
  find(run: Run): Promise<Generation | null>;
  /** Adds a card; false when the run no longer owns its generation. */
  addCard(run: Run, card: GeneratedCard): Promise<boolean>;
  /** Records that the fallback makes the cards; they cost no prompt. */
  markFallback(run: Run): Promise<void>;
  /** Renews the heartbeat of a run. */
  beat(run: Run): Promise<void>;
  list(): Promise<RunningGeneration[]>;
}

export interface QuotaStore {
  find(ownerId: number, month: string): Promise<Quota>;
  save(quota: Quota): Promise<void>;
  /** The latest month of an owner; `null` before the first. */
  findLatest(ownerId: number): Promise<Quota | null>;
  /** Months of the owners after an id, ordered by owner and month. */
  listAfter(ownerId: number, limit: number): Promise<Quota[]>;
  removeAll(ownerId: number): Promise<void>;
}

export interface LearnerStore {
  find(id: number): Promise<Learner>;
  /** Records the running generation; `null` for none. */
  saveRunning(id: number, runningId: number | null): Promise<void>;
  savePlan(id: number, plan: StoredPlan): Promise<void>;
  /** Ids of learners with a stored plan, after an id, in order. */
  listWithPlan(after: number, limit: number): Promise<number[]>;
  /** Conflicts with a concurrent erasure; false after one. */
  lock(id: number): Promise<boolean>;
  /** Writes the tombstone of a learner. */
  erase(id: number, at: Date): Promise<void>;
}

/** Client of the decks service. Calls throw `Unavailable` during an outage. */
export interface Decks {
  /** Throws `DeckNotFound` for a deck that is deleted or somebody else's. */
  assertOwned(deckId: number, ownerId: number): Promise<void>;
  /** Throws `TooManyCards` when the deck has no room for that many more cards. */
  assertRoom(deckId: number, ownerId: number, cards: number): Promise<void>;
  /** Fronts of the deck's cards, in pages. */
  fronts(deckId: number, ownerId: number): AsyncIterable<readonly string[]>;
  /** Inserts cards once per generation and deck. Returns how many the deck gained. */
  insert(
    deckId: number,
    generated: { ownerId: number; generationId: number; cards: readonly CardText[] },
  ): Promise<number>;
}

/** Plans read from billing. Throws `Unavailable` during an outage. */
export interface PlanReader {
  /** A page of plans ordered by user id, with the cursor of the next page or `null`. */
  list(after: number): Promise<{ users: PlanUpdate[]; next: number | null }>;
  read(userId: number): Promise<PlanUpdate>;
}

/** Budgets that a call was charged to. */
export interface CostAccount {
  ownerId: number;
  tier: Tier;
  day: string;
}

/** Costs of model calls, limited by daily token budgets. */
export interface Costs {
  budgets: Budgets;
  /** Reserves the maximum cost of a call; `null` when the tier or the learner has too few tokens left today. */
  take(ownerId: number, tier: Tier, cost: Cost): Promise<CostAccount | null>;
  /** Corrects a reservation to the actual cost. */
  settle(account: CostAccount, change: Cost): Promise<void>;
  /** Tokens spent or reserved on a day by a tier. */
  tokensOn(day: string, tier: Tier): Promise<number>;
  /** Days with calls, both tiers together, oldest first. */
  listDays(from: string): Promise<DayCost[]>;
  /** Learners with the highest cost since a day, highest first. */
  listDearest(from: string, limit: number): Promise<LearnerCost[]>;
  removeAll(ownerId: number): Promise<void>;
}

export interface CardRequest {
  generationId: number;
  ownerId: number;
  tier: Tier;
  text: string;
  count: number;
  /** Aborted at the deadline of the run or when the process stops. */
  signal: AbortSignal;
}

/** Generates cards from a text. Throws `GenerationFailed`, or `BudgetSpent` when the model may not be called today. */
export interface CardProvider {
  name: ProviderName;
  expectedSeconds(count: number): number;
  /** Whether the circuit breaker is open. */
  isResting(): boolean;
  /** Loads what takes long to load, because a learner may soon generate cards. Cheap when it is loaded. Never throws. */
  prepare?(): Promise<void>;
  make(request: CardRequest): AsyncIterable<Draft>;
}

/** Stores of one transaction. */
interface Stores {
  generations: GenerationStore;
  runs: RunStore;
  quotas: QuotaStore;
  learners: LearnerStore;
}

export type UnitOfWork = UnitOf<Stores, DomainEvent>;
export type Transact = TransactOf<UnitOfWork>;

/** Runs generations in this process. */
export interface Runner {
  /** Does the work of a run and renews its heartbeat meanwhile. */
  keepAlive<Result>(run: Run, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Does work that no request waits for. */
  inBackground(work: () => Promise<unknown>): void;
}

export interface GenerationIds {
  newGenerationId(): Promise<number>;
  newRunnerId(): string;
}

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
