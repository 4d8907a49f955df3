import type { Day } from '@kumbuka/contracts/study-day';
import type { Rating } from '@kumbuka/schedule';

/** Answer to one card as the client submitted it. */
export interface SubmittedAnswer {
  deckId: number;
  cardId: number;
  /** Whether `deckId` may be a former deck of the card: the session may have begun before the card moved. */
  allowsFormerDeck?: boolean;
  wasCorrect: boolean;
  /** Defaults to 3 for a correct answer; 1 for a wrong one. */
  rating?: Rating | undefined;
  minutes: number;
  sessionId?: string | undefined;
  /** Deck of the session; `null` for a session across decks. */
  sessionDeckId: number | null;
  clientEventId?: string | undefined;
  /** Defaults to now. */
  answeredAt?: Date | undefined;
  /** Whether it belongs to a round of missed cards, which changes no schedule and no counter. */
  isPractice?: boolean | undefined;
  /** Due day that the device has shown. */
  dueDay?: Day | undefined;
}
