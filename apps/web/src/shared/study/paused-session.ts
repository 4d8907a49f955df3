import { study } from '@kumbuka/contracts/constants';
import { readList, writeList } from './stored-list.ts';

/** A study session that was left before its end, as this browser remembers it. */
export interface PausedSession {
  sessionId: string;
  /** Where it is studied, such as /study/12 or /study/due?minutes=10. */
  path: string;
  title: string;
  /** Null for a session across decks. */
  deckId: string | null;
  /** All cards in study order, fetched or not. */
  cards: { id: string; deckId: string }[];
  /** Due cards beyond these, which the server has not named yet. */
  unnamed: number;
  /** Cards of the whole deck where this is a portion; missing in sessions stored before there were portions. */
  deckTotal?: number | null;
  secondsPerAnswer: number;
  /** How often the answer of a card was taken back. */
  undos: Record<string, number>;
  /** Index of the card that was shown. */
  current: number;
  answers: { cardId: string; wasCorrect: boolean; clientEventId: string }[];
  /** Milliseconds studied so far. */
  elapsedMs: number;
  lastAnswerAt: string;
}

/** The server closes a session this long after its last answer. */
const idleMs = study.sessionIdleMinutes * 60_000;
const maxPausedSessions = 5;
const keyOf = (userId: string) => `kumbuka.sessions.${userId}`;

function isPausedSession(value: unknown): value is PausedSession {
  if (typeof value !== 'object' || value === null) return false;
  const { sessionId, path, cards, answers, lastAnswerAt, undos } = value as Partial<PausedSession>;
  return (
    typeof sessionId === 'string' &&
    typeof path === 'string' &&
    typeof lastAnswerAt === 'string' &&
    typeof undos === 'object' &&
    Array.isArray(cards) &&
    Array.isArray(answers)
  );
}

const read = (userId: string): PausedSession[] => readList(keyOf(userId)).filter(isPausedSession);

/** Returns the sessions that can still be resumed, latest first. Omits sessions that the server has ended meanwhile. */
export function pausedSessions(userId: string, now: number): PausedSession[] {
  return read(userId).filter(({ lastAnswerAt }) => now - Date.parse(lastAnswerAt) < idleMs);
}

/** The one that is studied at this address. */
export function pausedSessionAt(userId: string, path: string, now: number): PausedSession | null {
  return pausedSessions(userId, now).find((session) => session.path === path) ?? null;
}

/** Stores a session and replaces one of the same address. */
export function storePausedSession(userId: string, session: PausedSession): void {
  const others = read(userId).filter(({ path }) => path !== session.path);
  writeList(keyOf(userId), [session, ...others].slice(0, maxPausedSessions));
}

export function discardPausedSession(userId: string, sessionId: string): void {
  const others = read(userId).filter((session) => session.sessionId !== sessionId);
  writeList(keyOf(userId), others);
}
