import type { ProductError } from '@kumbuka/contracts';
import type { AnswerEntry, PractisedEntry } from '@kumbuka/schedule';
import type { Card } from '../card/card.ts';

/** Entry with an id of the client, by which a repeated answer is found. */
export type NamedEntry = AnswerEntry | PractisedEntry;

/** Outcome of an answer: recorded, repeated, or rejected for good. */
export type AnswerOutcome =
  | { kind: 'recorded'; entry: NamedEntry; card: Card }
  | { kind: 'repeated'; entry: NamedEntry; card: Card | null }
  | { kind: 'rejected'; error: ProductError };
