import { study } from '@kumbuka/contracts';
import { offsetMinutesAt, studyDayAt } from '../calendar/calendar.ts';
import type { Card } from '../card/card.ts';
import { TooManyOpenSessions } from '../errors.ts';
import { openSessionOf, type Learner } from '../learner/learner.ts';
import type { AnswerEntry } from '../review-log.ts';
import { parameterVersion, predictedRecallOf } from '../scheduling/scheduler.ts';
import { implicitSession, implicitSessionId } from '../session/session.ts';
import { nextTurn } from '../session/turn.ts';
import type { StudyState } from '../study-state.ts';
import type { GivenAnswer } from './answer-outcome.ts';
import { checkAnsweredAt } from './answer-rules.ts';

/** Name and time of a new entry. */
export interface Writing {
  id: string;
  now: Date;
}

function sessionIdOf(learner: Learner, given: GivenAnswer, answeredAt: Date, entryId: string): string {
  if (given.sessionId !== undefined) return given.sessionId;
  const running = implicitSession(learner.sessions, given.deckId, answeredAt);
  return running?.sessionId ?? implicitSessionId(given.deckId, entryId);
}

function assertSessionFits({ learner, sessions }: StudyState, sessionId: string) {
  const isNew = !sessions.has(sessionId) && !openSessionOf(learner, sessionId);
  if (isNew && learner.sessions.length >= study.openSessions) throw new TooManyOpenSessions();
}

/** Only a named session answers a card once: without a name nobody can tell a second round from a repeat. */
const turnOf = ({ turns }: StudyState, { sessionId, cardId }: GivenAnswer) =>
  sessionId === undefined ? {} : { turn: nextTurn(turns, { sessionId, cardId }) };

/** The entry of an answer to a card; refuses an answer whose time cannot be, a repeat, and one session too many. */
export function decideAnswer(
  state: StudyState,
  card: Card,
  given: GivenAnswer,
  { id, now }: Writing,
): AnswerEntry {
  const { learner } = state;
  const answeredAt = given.answeredAt ?? now;
  checkAnsweredAt(answeredAt, card.createdAt, now);
  const sessionId = sessionIdOf(learner, given, answeredAt, id);
  assertSessionFits(state, sessionId);
  return {
    kind: 'answer',
    id,
    userId: state.ownerId,
    seq: learner.seq + 1,
    recordedAt: now,
    cardId: given.cardId,
    deckId: given.deckId,
    rating: given.wasCorrect ? 'good' : 'again',
    answeredAt,
    durationMs: Math.round(given.minutes * 60_000),
    sessionId,
    implicitSession: given.sessionId === undefined,
    sessionDeckId: given.sessionId === undefined ? given.deckId : given.sessionDeckId,
    ...(given.clientEventId === undefined ? {} : { clientEventId: given.clientEventId }),
    ...turnOf(state, given),
    offsetMinutes: offsetMinutesAt(learner.timezone, answeredAt),
    dayStartHour: learner.dayStartHour,
    parameterVersion,
    predictedRecall: predictedRecallOf(card, studyDayAt(learner, answeredAt)),
  };
}

/** The entry that takes an answer back. */
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
