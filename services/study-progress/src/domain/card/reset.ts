import { isScheduled, type ResetEntry } from '@kumbuka/schedule';
import type { Writing } from '../answer/writing.ts';
import { liveCard, type StudyState } from '../study-state.ts';

/** Card whose schedule begins again. */
export interface ResetRequest {
  cardId: number;
  deckId: number;
  reason: ResetEntry['reason'];
}

/** Builds the log entry that makes a card new again; `null` for a card that is new. */
export function decideReset(
  state: StudyState,
  { cardId, deckId, reason }: ResetRequest,
  { id, now }: Writing,
): ResetEntry | null {
  const card = liveCard(state, cardId);
  if (!card || !isScheduled(card)) return null;
  return {
    kind: 'reset',
    id,
    userId: state.ownerId,
    seq: state.learner.seq + 1,
    recordedAt: now,
    cardId,
    deckId,
    reason,
  };
}
