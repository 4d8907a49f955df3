import type { ProductError } from '@kumbuka/contracts';
import type { AnswerEntry } from '@kumbuka/schedule';
import type { Card } from '../card/card.ts';

/** Answer to one card as the client submitted it. */
export interface SubmittedAnswer {
  deckId: number;
  cardId: number;
  /** Whether `deckId` may be a former deck of the card: the session may have begun before the card moved. */
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

/** Outcome of an answer: recorded, repeated, or refused for good. */
export type AnswerOutcome =
  | { kind: 'recorded'; entry: AnswerEntry; card: Card }
  | { kind: 'repeated'; entry: AnswerEntry; card: Card | null }
  | { kind: 'refused'; error: ProductError };
