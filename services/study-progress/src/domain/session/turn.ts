import { AnswerRepeated } from '../errors.ts';
import { activeAnswers, type AnswerEntry, type ReviewEntry } from '@kumbuka/schedule';

/** Answers of a session to one card so far. */
export interface SessionTurn {
  /** Answers in the log, including undone ones. */
  answers: number;
  /** Whether one of them was not undone. */
  hasActiveAnswer: boolean;
}

/** Keyed by session and card; a missing key means unknown, not zero. */
export type SessionTurns = ReadonlyMap<string, SessionTurn>;

interface Place {
  sessionId: string;
  cardId: number;
}

const keyOf = ({ sessionId, cardId }: Place) => `${cardId} ${sessionId}`;
const isOf =
  ({ sessionId, cardId }: Place) =>
  (entry: ReviewEntry) =>
    (entry.kind === 'reviewed' || entry.kind === 'undone') &&
    entry.sessionId === sessionId &&
    entry.cardId === cardId;

function turnOf(log: readonly ReviewEntry[], place: Place): SessionTurn {
  const entries = log.filter(isOf(place));
  const answers = entries.filter(({ kind }) => kind === 'reviewed').length;
  return { answers, hasActiveAnswer: activeAnswers(entries).length > 0 };
}

/** Turns of some sessions and cards, computed from the log. */
export const turnsOf = (log: readonly ReviewEntry[], places: readonly Place[]): SessionTurns =>
  new Map(places.map((place) => [keyOf(place), turnOf(log, place)]));

/**
 * Index of this answer among the session's answers to the card, from 0. Throws `AnswerRepeated` while an
 * earlier answer is active: a session answers a card once. An unknown turn counts as the first; a unique
 * index of the log rejects the second.
 */
export function nextTurn(turns: SessionTurns, place: Place): number {
  const { answers, hasActiveAnswer } = turns.get(keyOf(place)) ?? { answers: 0, hasActiveAnswer: false };
  if (hasActiveAnswer) throw new AnswerRepeated();
  return answers;
}

/** Updates the turns after an answer or an undo. Answers without a turn are ignored. */
export const withTurn = (turns: SessionTurns, answer: AnswerEntry, hasActiveAnswer: boolean): SessionTurns =>
  answer.turn === undefined
    ? turns
    : new Map(turns).set(keyOf(answer), { answers: answer.turn + 1, hasActiveAnswer });
