import { AnswerRepeated } from '../errors.ts';
import { standingAnswers, type AnswerEntry, type ReviewEntry } from '../review-log.ts';

/** What a session did with one card so far. */
export interface SessionTurn {
  /** Answers in the log, taken back ones too. */
  answers: number;
  /** True when one of them was not taken back. */
  stands: boolean;
}

/** By session and card; what is missing is not known to be there. */
export type SessionTurns = ReadonlyMap<string, SessionTurn>;

interface Place {
  sessionId: string;
  cardId: number;
}

const keyOf = ({ sessionId, cardId }: Place) => `${cardId} ${sessionId}`;
const isOf =
  ({ sessionId, cardId }: Place) =>
  (entry: ReviewEntry) =>
    entry.kind !== 'finish' && entry.sessionId === sessionId && entry.cardId === cardId;

function turnOf(log: readonly ReviewEntry[], place: Place): SessionTurn {
  const entries = log.filter(isOf(place));
  const answers = entries.filter(({ kind }) => kind === 'answer').length;
  return { answers, stands: standingAnswers(entries).length > 0 };
}

/** The turns of some sessions and cards as the log tells of them. */
export const turnsOf = (log: readonly ReviewEntry[], places: readonly Place[]): SessionTurns =>
  new Map(places.map((place) => [keyOf(place), turnOf(log, place)]));

/**
 * Which answer of a card in a session this one is, from 0. A session answers a card once: throws AnswerRepeated while
 * an answer stands. What is not known is taken for the first, and the log refuses the second of its kind.
 */
export function nextTurn(turns: SessionTurns, place: Place): number {
  const { answers, stands } = turns.get(keyOf(place)) ?? { answers: 0, stands: false };
  if (stands) throw new AnswerRepeated();
  return answers;
}

/** After an answer was given or taken back; those without a turn are not counted. */
export const withTurn = (turns: SessionTurns, answer: AnswerEntry, stands: boolean): SessionTurns =>
  answer.turn === undefined ? turns : new Map(turns).set(keyOf(answer), { answers: answer.turn + 1, stands });
