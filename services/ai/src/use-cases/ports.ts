import type { PageRequest } from '@kumbuka/contracts';
import type { Transact as TransactOf, UnitOfWork as UnitOf } from '@kumbuka/service-kit/ports';
import type { Budgets, Cost, DayCost, LearnerCost, Tier } from '../domain/cost.ts';
import type { DomainEvent } from '../domain/events.ts';
import type { CardText, GeneratedCard, Generation, ProviderName, Run } from '../domain/generation.ts';
import type { Learner } from '../domain/learner.ts';
import type { StoredPlan, Plan, PlanUpdate } from '../domain/plan.ts';
import type { Quota } from '../domain/quota.ts';
import type { Draft } from '../domain/vetting.ts';

/** A generation that runs, and a mark that changes while its runner is alive. */
export interface RunningGeneration extends Run {
  beat: number;
}

export interface GenerationStore {
  find(ownerId: number, id: number): Promise<Generation | null>;
  /** The generation that a request began before, unless it failed. */
  findByRequest(ownerId: number, requestName: string): Promise<Generation | null>;
  /** The generation of a run; null once it is ended or gone. */
  findRunning(run: Run): Promise<Generation | null>;
  /** A page of a learner's generations, latest first. */
  page(ownerId: number, page: PageRequest): Promise<Generation[]>;
  count(ownerId: number): Promise<number>;
  /** A page of the generations that used prompts of a month, latest first. */
  pageOfMonth(ownerId: number, month: string, page: PageRequest): Promise<Generation[]>;
  countOfMonth(ownerId: number, month: string): Promise<number>;
  insert(generation: Generation, run: Run): Promise<void>;
  /** Saves state, cards, failure and insertions. */
  save(generation: Generation): Promise<void>;
  /** Adds a card to a running generation; false when it is this run's no more. */
  addCard(run: Run, card: GeneratedCard): Promise<boolean>;
  /** Records that the fallback makes the cards; they cost no prompt. */
  markFallback(run: Run): Promise<void>;
  /** Renews the heartbeat of a run. */
  beat(run: Run): Promise<void>;
  listRunning(): Promise<RunningGeneration[]>;
  removeAll(ownerId: number): Promise<void>;
}

export interface QuotaStore {
  find(ownerId: number, month: string): Promise<Quota>;
  save(quota: Quota): Promise<void>;
  /** The latest month of an owner; null before the first. */
  findLatest(ownerId: number): Promise<Quota | null>;
  /** Months of owners after one of them, by owner and month. */
  listAfter(ownerId: number, most: number): Promise<Quota[]>;
  removeAll(ownerId: number): Promise<void>;
}

export interface LearnerStore {
  find(id: number): Promise<Learner>;
  /** Notes which generation runs; null for none. */
  saveRunning(id: number, runningId: number | null): Promise<void>;
  /** Saves a plan; the version of its last shortening only when it is given. */
  savePlan(id: number, plan: Plan & Partial<StoredPlan>): Promise<void>;
  /** Ids of those of whom a plan is kept, after one of them, in order. */
  listWithPlan(after: number, most: number): Promise<number[]>;
  /** Marks a learner as gone for ever. */
  erase(id: number, at: Date): Promise<void>;
}

/** Decks, asked over its internal routes. */
export interface Decks {
  /** Throws DeckNotFound for a deck that is gone or another's. */
  assertOwned(deckId: number, ownerId: number): Promise<void>;
  /** Throws TooManyCards for a deck that cannot take so many more. */
  assertRoom(deckId: number, ownerId: number, cards: number): Promise<void>;
  /** The fronts of an owner's deck, some at a time. */
  fronts(deckId: number, ownerId: number): AsyncIterable<readonly string[]>;
  /** Inserts cards once a generation and deck; gives how many the deck gained. */
  insert(
    deckId: number,
    generated: { ownerId: number; generationId: number; cards: readonly CardText[] },
  ): Promise<number>;
}

/** Plans read from billing. Throws `Unavailable` during an outage. */
export interface PlanReader {
  /** Plans of users after one of them, by id, and the one to go on after; null at the end. */
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
  /** Reserves the maximum cost of a call; `null` when the tier or the learner has too few tokens left today. */
  take(ownerId: number, tier: Tier, cost: Cost): Promise<CostAccount | null>;
  /** Corrects a reservation to the actual cost. */
  settle(account: CostAccount, change: Cost): Promise<void>;
  /** Tokens spent or reserved on a day by a tier. */
  tokensOn(day: string, tier: Tier): Promise<number>;
  /** Days with calls, both tiers together, oldest first. */
  listDays(from: string): Promise<DayCost[]>;
  /** Learners with the highest cost since a day, highest first. */
  listDearest(from: string, most: number): Promise<LearnerCost[]>;
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
  make(request: CardRequest): AsyncIterable<Draft>;
}

/** Stores of one transaction. */
interface Stores {
  generations: GenerationStore;
  quotas: QuotaStore;
  learners: LearnerStore;
}

export type UnitOfWork = UnitOf<Stores, DomainEvent>;
export type Transact = TransactOf<UnitOfWork>;

/** Everything that use-cases need of the world. */
export interface Ports extends Stores {
  decks: Decks;
  costs: Costs;
  budgets: Budgets;
  provider: CardProvider;
  /** Replaces the provider when its budget is spent. */
  fallback: CardProvider;
  transact: Transact;
  /** Where the months of the quota begin. */
  zone: string;
  /** Counts a call of a learner; throws RateLimited. */
  countCall(userId: number): Promise<void>;
  /** Does the work of a run and renews its lease meanwhile. */
  keepAlive<Result>(run: Run, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Does work that no request waits for. */
  inBackground(work: () => Promise<unknown>): void;
  /** Forgets the answers that are kept for a learner's repeated requests. */
  forgetResponses(learnerId: number): Promise<void>;
  /** Names the request at hand, the same for each repeat by its Idempotency-Key; null without one. */
  requestName(): string | null;
  newGenerationId(): Promise<number>;
  newRunner(): string;
  /** Something went on in spite of it. */
  warn(error: unknown, message: string): void;
  now(): Date;
}
