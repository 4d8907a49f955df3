import type { ProductError } from '@kumbuka/contracts';
import type { AnswerEntry } from '../review-log.ts';
import type { Card } from '../card/card.ts';

/** What a learner says of one card. */
export interface GivenAnswer {
  deckId: number;
  cardId: number;
  wasCorrect: boolean;
  minutes: number;
  sessionId?: string | undefined;
  /** Deck of the session; null for a session across decks. */
  sessionDeckId: number | null;
  clientEventId?: string | undefined;
  /** Now when left out. */
  answeredAt?: Date | undefined;
}

/** What became of an answer: recorded, seen before, or refused for good. */
export type AnswerOutcome =
  | { kind: 'recorded'; entry: AnswerEntry; card: Card }
  | { kind: 'repeated'; entry: AnswerEntry; card: Card | null }
  | { kind: 'refused'; error: ProductError };
