import type { PageRequest } from '@kumbuka/contracts';
import type { CardText, GeneratedCard, Generation, Run } from '../../domain/generation.ts';

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
