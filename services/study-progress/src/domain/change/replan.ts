import { replanned, type MovedCard, type ReplannedCard, type RescheduledEntry } from '@kumbuka/schedule';
import type { Day } from '@kumbuka/contracts/study-day';
import type { Writing } from '../answer/writing.ts';
import { todayOf, type LearnerNow } from '../learner/dashboard.ts';
import { wantedFor } from '../learner/parameters.ts';
import { addDue, forecastOf, loadOf } from '../scheduling/due-days.ts';
import { liveCard, type StudyState } from '../study-state.ts';

/** Cards that move when the learner's cards are planned by the present settings. */
export const movesOf = (from: LearnerNow, cards: readonly ReplannedCard[]): MovedCard[] =>
  replanned(cards, {
    today: todayOf(from),
    easyDays: from.learner.easyDays,
    load: loadOf(from.learner.due),
    parametersOf: (deckId) => wantedFor(from.learner, deckId),
  });

/** What a replanning would do. */
export interface Replanning {
  cards: number;
  /** Cards that fall due from today on, now and afterwards. */
  days: { day: Day; count: number; replanned: number }[];
}

/** Today and the next 30 days. */
const daysShown = 31;

/** What some moves would do with the next days. */
export function replanningOf(from: LearnerNow, moves: readonly MovedCard[]): Replanning {
  const today = todayOf(from);
  const { due } = from.learner;
  const after = moves.reduce((days, move) => addDue(addDue(days, move.from, -1), move.to, 1), due);
  const later = forecastOf(after, today, daysShown);
  return {
    cards: moves.length,
    days: forecastOf(due, today, daysShown).map(({ day, count }, index) => ({
      day,
      count,
      replanned: later[index]?.count ?? 0,
    })),
  };
}

/** Whether a card still is as it was when its move was computed. */
export const isUnmoved = (state: StudyState, { cardId, from }: MovedCard): boolean =>
  liveCard(state, cardId)?.dueDay === from;

/** Builds the log entry that gives a card its new due day. */
export const decideMove = (
  { ownerId, learner, cards }: StudyState,
  { cardId, deckId, to }: MovedCard,
  { answerId, changeId }: { answerId: string | null; changeId: string },
  { id, now }: Writing,
): RescheduledEntry => ({
  kind: 'rescheduled',
  id,
  userId: ownerId,
  seq: learner.seq + 1,
  recordedAt: now,
  cardId,
  deckId: cards.get(cardId)?.deckId ?? deckId,
  answerId,
  dueDay: to,
  reason: 'parameters',
  changeId,
});
