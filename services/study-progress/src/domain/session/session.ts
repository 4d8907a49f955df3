import { study } from '@kumbuka/contracts';
import { dayMs, type Day } from '../calendar/calendar.ts';
import { wasCorrect, type AnswerEntry, type FinishEntry } from '../review-log.ts';

interface Session {
  sessionId: string;
  /** Null for a session across decks. */
  deckId: number | null;
  startedAt: Date;
  lastAnswerAt: Date;
  answered: number;
  correct: number;
  durationMs: number;
}

export interface OpenSession extends Session {
  /** True when the learner's client did not name it: one for each deck. */
  implicit: boolean;
}

export interface FinishedSession extends Session {
  finishedAt: Date;
  xp: number;
}

const idleMs = study.sessionIdleMinutes * 60_000;

/** When an open session ends by itself. */
export const idleAtOf = ({ lastAnswerAt }: OpenSession): Date => new Date(lastAnswerAt.getTime() + idleMs);
/** True when the session has ended by itself. */
export const isIdle = (session: OpenSession, now: Date): boolean => idleAtOf(session) <= now;

/** When the first of the open sessions ends by itself. */
export function firstIdleAt(sessions: readonly OpenSession[]): Date | undefined {
  const times = sessions.map((session) => idleAtOf(session).getTime());
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

/** The session to resume: the open one that was answered last; one whose answers were all taken back is none. */
export function resumable(sessions: readonly OpenSession[], now: Date): OpenSession | null {
  const open = sessions.filter((session) => session.answered > 0 && !isIdle(session, now));
  return open.toSorted((a, b) => b.lastAnswerAt.getTime() - a.lastAnswerAt.getTime())[0] ?? null;
}

/** The unnamed session of a deck that an answer at this instant belongs to. */
export function implicitSession(
  sessions: readonly OpenSession[],
  deckId: number,
  answeredAt: Date,
): OpenSession | null {
  const at = answeredAt.getTime();
  const takes = (session: OpenSession) =>
    session.implicit &&
    session.deckId === deckId &&
    at >= session.startedAt.getTime() - idleMs &&
    at <= session.lastAnswerAt.getTime() + idleMs;
  return sessions.find(takes) ?? null;
}

/** Name of a new unnamed session; a client cannot guess it. */
export const implicitSessionId = (deckId: number, entryId: string): string => `deck-${deckId}-${entryId}`;

/** True for a name of that form. */
export const isImplicitName = (sessionId: string): boolean => /^deck-\d+-/.test(sessionId);

export const startSession = (answer: AnswerEntry): OpenSession => ({
  sessionId: answer.sessionId,
  deckId: answer.sessionDeckId,
  implicit: answer.implicitSession,
  startedAt: answer.answeredAt,
  lastAnswerAt: answer.answeredAt,
  answered: 0,
  correct: 0,
  durationMs: 0,
});

const counted = <Any extends Session>(session: Any, answer: AnswerEntry, change: 1 | -1): Any => ({
  ...session,
  answered: session.answered + change,
  correct: session.correct + (wasCorrect(answer) ? change : 0),
  durationMs: session.durationMs + change * answer.durationMs,
});

/** A session with one more answer, open or already ended. */
export const joined = <Any extends Session>(session: Any, answer: AnswerEntry): Any => ({
  ...counted(session, answer, 1),
  startedAt: answer.answeredAt < session.startedAt ? answer.answeredAt : session.startedAt,
  lastAnswerAt: answer.answeredAt > session.lastAnswerAt ? answer.answeredAt : session.lastAnswerAt,
  deckId: session.deckId === answer.sessionDeckId ? session.deckId : null,
});

/** A session without an answer that was taken back. */
export const left = <Any extends Session>(session: Any, answer: AnswerEntry): Any =>
  counted(session, answer, -1);

export const finished = (
  { implicit: _implicit, ...open }: OpenSession,
  finish: FinishEntry,
): FinishedSession => ({
  ...open,
  finishedAt: finish.finishedAt,
  xp: finish.xp,
});

/** How many sessions gave XP on the latest day on which one did. */
export interface PaidSessions {
  day: Day;
  count: number;
}

/**
 * The day on which a session is paid: in UTC and by the time of writing, which no client can choose; it is nobody's
 * calendar day, only a length of time for the most that can be earned.
 */
const payDayOf = (at: Date): Day => Math.floor(at.getTime() / dayMs);

const paidOn = (paid: PaidSessions | null, day: Day): number => (paid?.day === day ? paid.count : 0);

/** How long a session took: clients that round their minutes to nothing are believed by when they answered. */
const tookMs = ({ startedAt, lastAnswerAt, durationMs }: Session): number =>
  Math.max(durationMs, lastAnswerAt.getTime() - startedAt.getTime());

const wasStudied = (session: Session): boolean =>
  session.answered > 0 && tookMs(session) >= study.sessionSecondsLeast * 1000;

/** XP of a session that ends: once, when a card was answered in it and that took time, for so many sessions a day. */
export function xpOf(session: OpenSession, paid: PaidSessions | null, at: Date): number {
  const isPaid = wasStudied(session) && paidOn(paid, payDayOf(at)) < study.paidSessionsPerDay;
  return isPaid ? study.xpPerSession : 0;
}

/** Counts a session that ended. */
export function withPaid(paid: PaidSessions | null, { xp, recordedAt }: FinishEntry): PaidSessions | null {
  if (xp === 0) return paid;
  const day = payDayOf(recordedAt);
  return { day, count: paidOn(paid, day) + 1 };
}
