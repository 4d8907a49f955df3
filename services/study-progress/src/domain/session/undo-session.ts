import { activeAnswers, byTime, type AnswerEntry, type ReviewEntry } from '@kumbuka/schedule';
import type { Writing } from '../answer/writing.ts';
import { liveCard, pastOf, putPast, type StudyState } from '../study-state.ts';

/** When each of some decks was studied last, without the cards of a session. */
export type StudiedBeside = ReadonlyMap<number, Date | null>;

const latest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((last, time) => (last && time && last > time ? last : (time ?? last)), null);

/** Adds what the undo of a card's answer needs: when the other cards of its deck were studied, those of the session included. */
export function withOthers(state: StudyState, cardId: number, beside: StudiedBeside): StudyState {
  const deckId = liveCard(state, cardId)?.deckId ?? 0;
  const others = [...state.cards.values()].filter((card) => card.deckId === deckId && card.cardId !== cardId);
  const times = others.map(({ lastStudiedAt }) => lastStudiedAt);
  const othersLastStudied = latest([beside.get(deckId) ?? null, ...times]);
  return putPast(state, cardId, { ...pastOf(state, cardId), othersLastStudied });
}

/** Answers that some undos took back, in the order of answering. */
export function undoneAnswers(
  log: readonly ReviewEntry[],
  undos: readonly { undoes: string }[],
): AnswerEntry[] {
  const ids = new Set(undos.map(({ undoes }) => undoes));
  return log
    .filter((entry) => entry.kind === 'reviewed')
    .filter(({ id }) => ids.has(id))
    .sort(byTime);
}

/**
 * Builds the log entry that gives an undone answer again, with all that it carried; `null` when the session has another answer
 * to the card by now. `log` is the card's.
 */
export function decideAgain(
  { learner }: StudyState,
  { clientEventId: _named, isReplanned: _moved, turn, ...answer }: AnswerEntry,
  log: readonly ReviewEntry[],
  { id, now }: Writing,
): AnswerEntry | null {
  const { sessionId, cardId } = answer;
  const isSame = (entry: ReviewEntry): entry is AnswerEntry =>
    entry.kind === 'reviewed' && entry.cardId === cardId && entry.sessionId === sessionId;
  if (turn !== undefined && activeAnswers(log).some(isSame)) return null;
  return {
    ...answer,
    id,
    seq: learner.seq + 1,
    recordedAt: now,
    ...(turn === undefined ? {} : { turn: log.filter(isSame).length }),
  };
}
