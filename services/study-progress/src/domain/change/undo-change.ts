import {
  activeAnswers,
  isOfCard,
  replay,
  startOf,
  type ParameterSets,
  type RescheduledEntry,
  type ReviewEntry,
  type UndoEntry,
} from '@kumbuka/schedule';
import type { Day } from '@kumbuka/contracts/study-day';
import type { Writing } from '../answer/writing.ts';
import { withCard } from '../card/reshelve.ts';
import { atSeq, liveCard, type StudyState } from '../study-state.ts';

/** Due day that a card has without a `rescheduled` entry; `null` when its latest answer is another one. */
export function dueDayWithout(
  entry: RescheduledEntry,
  log: readonly ReviewEntry[],
  sets: ParameterSets,
): Day | null {
  const ofCard = log.filter((each) => isOfCard(each, entry.cardId) && each.id !== entry.id);
  const answers = activeAnswers(ofCard);
  const start = startOf(ofCard);
  const latest = answers.findLast(({ seq }) => seq > start.after);
  if ((latest?.id ?? null) !== entry.answerId) return null;
  return replay(answers, sets, start).study.dueDay;
}

/** Builds the log entry that undoes another due day. */
export const decideRescheduleUndo = (
  { ownerId, learner }: StudyState,
  { cardId, deckId, id: undoes }: RescheduledEntry,
  dueDay: Day | null,
  { id, now }: Writing,
): UndoEntry => ({
  kind: 'undone',
  id,
  userId: ownerId,
  seq: learner.seq + 1,
  recordedAt: now,
  cardId,
  deckId,
  undoes,
  dueDay,
});

/** Gives a card the due day that it has without an undone one. For a deleted card only the log position advances. */
export function evolveRescheduleUndone(state: StudyState, { cardId, dueDay, seq }: UndoEntry): StudyState {
  const card = liveCard(state, cardId);
  const isMoved = card !== null && dueDay !== null && dueDay !== undefined;
  return atSeq(isMoved ? withCard(state, card, { ...card, dueDay }) : state, seq);
}
