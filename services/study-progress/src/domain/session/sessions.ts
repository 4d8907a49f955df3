import { study } from '@kumbuka/contracts';
import type { OpenSession } from '../rows.ts';

const idleMs = study.sessionIdleMinutes * 60_000;
/** More open sessions than this end the oldest. */
export const openSessionsMost = 20;

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

/** XP of a session that ends: once, when a card was answered in it. */
export const xpOf = ({ answered }: Pick<OpenSession, 'answered'>): number =>
  answered > 0 ? study.xpPerSession : 0;
