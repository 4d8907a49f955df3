import { study } from '@kumbuka/contracts';
import { offsetMinutesAt, studyDayAt } from '@kumbuka/contracts/study-day';
import type { Card } from '../card/card.ts';
import { TooManyOpenSessions } from '../errors.ts';
import { openSessionOf, type Learner } from '../learner/learner.ts';
import { type AnswerEntry, parameterVersion, predictedRecallOf } from '@kumbuka/schedule';
import { implicitSession, implicitSessionId } from '../session/session.ts';
import { nextTurn } from '../session/turn.ts';
import type { StudyState } from '../study-state.ts';
import type { SubmittedAnswer } from './answer-outcome.ts';
import { timeOfAnswer } from './answer-rules.ts';

/** Id and time of a new log entry. */
export interface Writing {
  id: string;
  now: Date;
}

function sessionIdOf(
  learner: Learner,
  submitted: SubmittedAnswer,
  answeredAt: Date,
  entryId: string,
): string {
  if (submitted.sessionId !== undefined) return submitted.sessionId;
  const running = implicitSession(learner.sessions, submitted.deckId, answeredAt);
  return running?.sessionId ?? implicitSessionId(submitted.deckId, entryId);
}

function assertSessionFits({ learner, sessions }: StudyState, sessionId: string) {
  const isNew = !sessions.has(sessionId) && !openSessionOf(learner, sessionId);
  if (isNew && learner.sessions.length >= study.openSessions) throw new TooManyOpenSessions();
}

/** Only named sessions limit a card to one answer; without a name, a second round looks like a retry. */
const turnOf = ({ turns }: StudyState, { sessionId, cardId }: SubmittedAnswer) =>
  sessionId === undefined ? {} : { turn: nextTurn(turns, { sessionId, cardId }) };

/** Builds the log entry for an answer. Rejects an invalid time, a repeat, and too many open sessions. */
export function decideAnswer(
  state: StudyState,
  card: Card,
  submitted: SubmittedAnswer,
  { id, now }: Writing,
): AnswerEntry {
  const { learner } = state;
  const answeredAt = timeOfAnswer(submitted.answeredAt ?? now, card.createdAt, now);
  const sessionId = sessionIdOf(learner, submitted, answeredAt, id);
  assertSessionFits(state, sessionId);
  return {
    kind: 'answer',
    id,
    userId: state.ownerId,
    seq: learner.seq + 1,
    recordedAt: now,
    cardId: submitted.cardId,
    deckId: submitted.deckId,
    rating: submitted.wasCorrect ? 'good' : 'again',
    answeredAt,
    durationMs: Math.round(submitted.minutes * 60_000),
    sessionId,
    implicitSession: submitted.sessionId === undefined,
    sessionDeckId: submitted.sessionId === undefined ? submitted.deckId : submitted.sessionDeckId,
    ...(submitted.clientEventId === undefined ? {} : { clientEventId: submitted.clientEventId }),
    ...turnOf(state, submitted),
    offsetMinutes: offsetMinutesAt(learner.timezone, answeredAt),
    dayStartHour: learner.dayStartHour,
    parameterVersion,
    predictedRecall: predictedRecallOf(card, studyDayAt(learner, answeredAt)),
  };
}

/** Builds the log entry that undoes an answer. */
export const decideUndo = (
  { ownerId, learner }: StudyState,
  { cardId, deckId, sessionId, id: undoes }: AnswerEntry,
  { id, now }: Writing,
) =>
  ({
    kind: 'undo',
    id,
    userId: ownerId,
    seq: learner.seq + 1,
    recordedAt: now,
    cardId,
    deckId,
    sessionId,
    undoes,
  }) as const;
