import type { ProductError } from '@kumbuka/contracts';
import type { AnswerEntry } from '../review-log.ts';
import type { Card } from '../card/card.ts';

/** Answer to one card as the client submitted it. */
export interface SubmittedAnswer {
  deckId: number;
  cardId: number;
  /** Whether the card may be in another deck of the learner by now, because its session began before a move. */
  allowsFormerDeck?: boolean;
  wasCorrect: boolean;
  minutes: number;
  sessionId?: string | undefined;
  /** Deck of the session; `null` for a session across decks. */
  sessionDeckId: number | null;
  clientEventId?: string | undefined;
  /** Defaults to now. */
  answeredAt?: Date | undefined;
}

/** Outcome of an answer: recorded, repeated, or permanently rejected. */
export type AnswerOutcome =
  | { kind: 'recorded'; entry: AnswerEntry; card: Card }
  | { kind: 'repeated'; entry: AnswerEntry; card: Card | null }
  | { kind: 'refused'; error: ProductError };
