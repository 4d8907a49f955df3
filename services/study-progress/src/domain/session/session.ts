import { study } from '@kumbuka/contracts';
import { dayMs, type Day } from '@kumbuka/contracts/study-day';
import { type AnswerEntry, type FinishEntry, wasCorrect } from '@kumbuka/schedule';

interface Session {
  sessionId: string;
  /** `null` for a session across decks. */
  deckId: number | null;
  startedAt: Date;
  lastAnswerAt: Date;
  answered: number;
  correct: number;
  durationMs: number;
}

export interface OpenSession extends Session {
  /** Whether the client gave no session id; each deck has at most one such session. */
  implicit: boolean;
}

export interface FinishedSession extends Session {
  finishedAt: Date;
  xp: number;
}

const idleMs = study.sessionIdleMinutes * 60_000;

/** Time at which an open session expires. */
export const idleAtOf = ({ lastAnswerAt }: OpenSession): Date => new Date(lastAnswerAt.getTime() + idleMs);
export const isIdle = (session: OpenSession, now: Date): boolean => idleAtOf(session) <= now;

/** Time at which the first of the open sessions expires. */
export function firstIdleAt(sessions: readonly OpenSession[]): Date | undefined {
  const times = sessions.map((session) => idleAtOf(session).getTime());
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

/**
 * Session to resume: the open one with the latest answer. Sessions whose answers were all undone are skipped.
 */
export function resumable(sessions: readonly OpenSession[], now: Date): OpenSession | null {
  const open = sessions.filter((session) => session.answered > 0 && !isIdle(session, now));
  return open.toSorted((a, b) => b.lastAnswerAt.getTime() - a.lastAnswerAt.getTime())[0] ?? null;
}

/** The deck's implicit session that an answer at this instant joins. */
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

/** Id of a new implicit session; clients cannot guess it. */
export const implicitSessionId = (deckId: number, entryId: string): string => `deck-${deckId}-${entryId}`;

/** Whether an id has the form of an implicit session. */
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

/** Adds an answer to a session, open or ended. */
export const addAnswer = <Any extends Session>(session: Any, answer: AnswerEntry): Any => ({
  ...counted(session, answer, 1),
  startedAt: answer.answeredAt < session.startedAt ? answer.answeredAt : session.startedAt,
  lastAnswerAt: answer.answeredAt > session.lastAnswerAt ? answer.answeredAt : session.lastAnswerAt,
  deckId: session.deckId === answer.sessionDeckId ? session.deckId : null,
});

/** Removes an undone answer from a session. */
export const removeAnswer = <Any extends Session>(session: Any, answer: AnswerEntry): Any =>
  counted(session, answer, -1);

export const finished = (
  { implicit: _implicit, ...open }: OpenSession,
  finish: FinishEntry,
): FinishedSession => ({
  ...open,
  finishedAt: finish.finishedAt,
  xp: finish.xp,
});

/** Number of sessions that earned XP on the latest day on which any did. */
export interface PaidSessions {
  day: Day;
  count: number;
}

/** Day that the XP limit counts by: UTC and time of writing, so that no client can choose it. */
const payDayOf = (at: Date): Day => Math.floor(at.getTime() / dayMs);

const paidOn = (paid: PaidSessions | null, day: Day): number => (paid?.day === day ? paid.count : 0);

/** Duration of a session. Some clients round minutes to 0; then the time between answers counts. */
const tookMs = ({ startedAt, lastAnswerAt, durationMs }: Session): number =>
  Math.max(durationMs, lastAnswerAt.getTime() - startedAt.getTime());

const wasStudied = (session: Session): boolean =>
  session.answered > 0 && tookMs(session) >= study.minSessionSeconds * 1000;

/**
 * XP of a session that ends: only if a card was answered and it took time, and for a limited number per day.
 */
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
