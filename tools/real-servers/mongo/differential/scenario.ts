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
  /** Retryable write that is sent twice with one transaction number. */
  | { retried: Fields }
  | { within: Holder; command: Fields }
  | { within: Holder; end: 'commitTransaction' | 'abortTransaction' };

/** Collection with the steps on it. */
export interface Scenario {
  indexes: IndexSpec[];
  documents: Fields[];
  steps: Step[];
}

export const COLLECTION = 'rows';
