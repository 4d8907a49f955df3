import { liveCard, type StudyState } from '../study-state.ts';
import { type BuryEntry, comesBackOn, noShelf } from '@kumbuka/schedule';
import { todayOf } from '../learner/dashboard.ts';
import type { Writing } from '../answer/writing.ts';
import { withCard } from './reshelve.ts';

/** Card to bury until the next study day, or to bring back today. */
export interface BuryRequest {
  cardId: number;
  deckId: number;
  /** Session in which the learner buried it or brought it back. */
  sessionId: string;
  buried: boolean;
}

/** Builds the log entry; `null` when it would change nothing. */
export function decideBury(
  state: StudyState,
  { cardId, deckId, sessionId, buried }: BuryRequest,
  { id, now }: Writing,
): BuryEntry | null {
  const { learner, ownerId } = state;
  const today = todayOf({ learner, now });
  const until = buried ? today + 1 : null;
  const isBuried = comesBackOn(liveCard(state, cardId) ?? noShelf, today) !== null;
  if (isBuried === buried) return null;
  return {
    kind: 'buried',
    id,
    userId: ownerId,
    seq: learner.seq + 1,
    recordedAt: now,
    cardId,
    deckId,
    sessionId,
    until,
  };
}

/** Buries a card or brings it back. For a deleted card only the log position advances. */
export function evolveBury(state: StudyState, { cardId, until, seq }: BuryEntry): StudyState {
  const card = liveCard(state, cardId);
  const moved = card ? withCard(state, card, { ...card, buriedUntil: until }) : state;
  return { ...moved, learner: { ...moved.learner, seq } };
}
