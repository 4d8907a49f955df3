import type { Tier } from '../../domain/cost.ts';
import type { ProviderName } from '../../domain/generation.ts';
import type { Draft } from '../../domain/vetting.ts';

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
