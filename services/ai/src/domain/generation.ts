import type { generationFailures, generationProviders, Month } from '@kumbuka/contracts';

export type ProviderName = (typeof generationProviders)[number];
export type Failure = (typeof generationFailures)[number];
export type GenerationState = 'running' | 'ready' | 'failed';

export interface CardText {
  question: string;
  answer: string;
}

export interface GeneratedCard extends CardText {
  id: string;
  /** The sentence of the text that it came from. */
  source: string | null;
  /** The front of a card of the deck that it nearly repeats. */
  duplicateOf: string | null;
}

/** Cards of a generation that a deck has gained. */
export interface Insertion {
  deckId: number;
  inserted: number;
  at: Date;
}

export interface Generation {
  id: number;
  ownerId: number;
  state: GenerationState;
  /** Cards asked for. */
  asked: number;
  provider: ProviderName;
  /** Seconds that it is expected to take. */
  expectedSeconds: number;
  /** First words of the text. */
  title: string;
  cards: readonly GeneratedCard[];
  failure: Failure | null;
  /** The month in whose quota it is counted, whenever it ends. */
  month: Month;
  insertions: readonly Insertion[];
  createdAt: Date;
}
