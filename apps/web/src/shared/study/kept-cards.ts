import { draftOf, visitor } from '../browser/drafts.ts';

/** What a visitor answered on the landing page. */
interface KeptAnswer {
  clientEventId: string;
  /** Names the card, which has no id before its deck is in an account. */
  question: string;
  wasCorrect: boolean;
  timeSpentMinutes: number;
}

/** Cards of a starter deck that a visitor answered and wants to keep. */
export interface KeptCards {
  catalogId: string;
  sessionId: string;
  answers: KeptAnswer[];
}

/** The kept cards of this tab, until a learner signs up or signs in. */
export const keptCards = draftOf<KeptCards>('kept-cards', visitor);
