import { correctedDueDay, newStart, withDueDay, type RescheduledEntry } from '@kumbuka/schedule';
import { withCard } from '../card/reshelve.ts';
import { atSeq, liveCard, putPast, setsOf, type StudyState } from '../study-state.ts';
import type { Writing } from './writing.ts';

/**
 * Builds the log entry that corrects the due day of a card's latest answer, when a late answer changed what came before it
 * and the day that it carries no longer fits; otherwise `null`.
 */
export function decideCorrection(
  state: StudyState,
  cardId: number,
  { id, now }: Writing,
): RescheduledEntry | null {
  const { learner, ownerId, pasts } = state;
  const card = liveCard(state, cardId);
  const { answers, start } = pasts.get(cardId) ?? { answers: [], start: newStart };
  const last = answers.at(-1);
  const dueDay = correctedDueDay(answers, setsOf(state, cardId), start, learner.easyDays);
  if (!card || !last || dueDay === null) return null;
  return {
    kind: 'rescheduled',
    id,
    userId: ownerId,
    seq: learner.seq + 1,
    recordedAt: now,
    cardId,
    deckId: card.deckId,
    answerId: last.id,
    dueDay,
    reason: 'late-answer',
  };
}

/** Gives the latest answer of a card another due day. For a deleted card only the log position advances. */
export function evolveRescheduled(state: StudyState, entry: RescheduledEntry): StudyState {
  const { cardId, answerId, dueDay, seq } = entry;
  const card = liveCard(state, cardId);
  const moved = card ? withCard(state, card, { ...card, dueDay }) : state;
  const past = state.pasts.get(cardId);
  const answers = past?.answers.map((answer) =>
    answer.id === answerId ? withDueDay(answer, entry) : answer,
  );
  return atSeq(past && answers ? putPast(moved, cardId, { ...past, answers }) : moved, seq);
}
