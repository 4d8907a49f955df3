import type { Fields } from './wire.ts';

export interface IndexSpec {
  key: Fields;
  name: string;
  unique?: boolean;
  sparse?: boolean;
  partialFilterExpression?: Fields;
}

/** Session of a transaction. */
export type Holder = 1 | 2;

export type Step =
  | { command: Fields }
  /** A retryable write that is sent twice under one number. */
  | { retried: Fields }
  | { within: Holder; command: Fields }
  | { within: Holder; end: 'commitTransaction' | 'abortTransaction' };

/** A collection and what is done to it. */
export interface Scenario {
  indexes: IndexSpec[];
  documents: Fields[];
  steps: Step[];
}

export const COLLECTION = 'rows';
