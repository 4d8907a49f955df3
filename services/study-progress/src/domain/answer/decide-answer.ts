import { study } from '@kumbuka/contracts';
import { offsetMinutesAt } from '@kumbuka/contracts/study-day';
import type { Card } from '../card/card.ts';
import { TooManyOpenSessions } from '../errors.ts';
import { openSessionOf, type Learner } from '../learner/learner.ts';
import { parametersFor } from '../learner/parameters.ts';
import { loadOf } from '../scheduling/due-days.ts';
import {
  comesLate,
  dayOfAnswer,
  dueDayOfAnswer,
  predictedRecallOf,
  replay,
  type AnswerEntry,
  type CardStudy,
  type PractisedEntry,
  type Rating,
} from '@kumbuka/schedule';
import { implicitSession, implicitSessionId } from '../session/session.ts';
import { nextTurn } from '../session/turn.ts';
import { pastOf, setsOf, siblingDaysOf, type StudyState } from '../study-state.ts';
import type { NamedEntry } from './answer-outcome.ts';
import type { SubmittedAnswer } from './submitted-answer.ts';
import { timeOfAnswer } from './answer-rules.ts';
import type { Writing } from './writing.ts';

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

const durationOf = ({ minutes }: SubmittedAnswer) => Math.round(minutes * 60_000);
const nameOf = ({ clientEventId }: SubmittedAnswer) => (clientEventId === undefined ? {} : { clientEventId });

const ratingOf = ({ rating, wasCorrect }: SubmittedAnswer): Rating => rating ?? (wasCorrect ? 3 : 1);

/** The learner's calendar at the time of an answer. */
const calendarAt = ({ timezone, dayStartHour }: Learner, answeredAt: Date) => ({
  offsetMinutes: offsetMinutesAt(timezone, answeredAt),
  dayStartHour,
});

/** Study of a card when it was answered: before its later answers, when the answer comes late. */
function studyAt(state: StudyState, card: Card, answeredAt: Date): CardStudy {
  if (!comesLate(card, answeredAt)) return card;
  const { answers, start } = pastOf(state, card.cardId);
  const earlier = answers.filter((answer) => answer.answeredAt <= answeredAt);
  return replay(earlier, setsOf(state, card.cardId), start).study;
}

/** What the schedule says about an answer. A late answer has the fold's own due day, which its later answers replace. */
function scheduledPart(
  state: StudyState,
  card: Card,
  submitted: SubmittedAnswer,
  timed: { answeredAt: Date; offsetMinutes: number; dayStartHour: number },
) {
  const { learner } = state;
  const parameters = parametersFor(learner, card.deckId);
  if (!parameters) throw new Error('An answer was decided before its parameters.');
  const day = dayOfAnswer(timed);
  const rating = ratingOf(submitted);
  const study = studyAt(state, card, timed.answeredAt);
  const dueDay = comesLate(card, timed.answeredAt)
    ? undefined
    : dueDayOfAnswer(study, { cardId: card.cardId, day, rating }, parameters, {
        preferred: submitted.dueDay,
        spread: {
          easyDays: learner.easyDays,
          load: loadOf(learner.due),
          siblings: siblingDaysOf(state, card),
        },
      });
  return {
    rating,
    parameterVersion: parameters.version,
    predictedRecall: predictedRecallOf(study, day, parameters.weights),
    ...(dueDay === undefined ? {} : { dueDay }),
  };
}

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
  const timed = { answeredAt, ...calendarAt(learner, answeredAt) };
  return {
    kind: 'reviewed',
    id,
    userId: state.ownerId,
    seq: learner.seq + 1,
    recordedAt: now,
    cardId: submitted.cardId,
    deckId: submitted.deckId,
    ...timed,
    durationMs: durationOf(submitted),
    sessionId,
    implicitSession: submitted.sessionId === undefined,
    sessionDeckId: submitted.sessionId === undefined ? submitted.deckId : submitted.sessionDeckId,
    ...nameOf(submitted),
    ...turnOf(state, submitted),
    ...scheduledPart(state, card, submitted, timed),
  };
}

/** Builds the log entry for an answer of a round of missed cards. Rejects an invalid time. */
export function decidePractice(
  { ownerId, learner }: StudyState,
  card: Card,
  submitted: SubmittedAnswer,
  { id, now }: Writing,
): PractisedEntry {
  const answeredAt = timeOfAnswer(submitted.answeredAt ?? now, card.createdAt, now);
  return {
    kind: 'practised',
    id,
    userId: ownerId,
    seq: learner.seq + 1,
    recordedAt: now,
    cardId: submitted.cardId,
    deckId: submitted.deckId,
    wasCorrect: submitted.wasCorrect,
    answeredAt,
    durationMs: durationOf(submitted),
    ...calendarAt(learner, answeredAt),
    sessionId: submitted.sessionId ?? implicitSessionId(submitted.deckId, id),
    ...nameOf(submitted),
  };
}

/** Builds the log entry that undoes an answer. */
export const decideUndo = (
  { ownerId, learner }: StudyState,
  { cardId, deckId, sessionId, id: undoes }: NamedEntry,
  { id, now }: Writing,
) =>
  ({
    kind: 'undone',
    id,
    userId: ownerId,
    seq: learner.seq + 1,
    recordedAt: now,
    cardId,
    deckId,
    sessionId,
    undoes,
  }) as const;
