import { study } from '@kumbuka/contracts/constants';

/** A study session that was left before its end, as this browser remembers it. */
export interface PausedSession {
  sessionId: string;
  /** Where it is studied, such as /study/12 or /study/due?minutes=10. */
  path: string;
  title: string;
  /** Null for a session across decks. */
  deckId: string | null;
  /** In study order. */
  cards: { id: string; deckId: string }[];
  /** Index of the card that was shown. */
  current: number;
  answers: { cardId: string; wasCorrect: boolean; clientEventId: string }[];
  /** Milliseconds studied so far. */
  elapsedMs: number;
  lastAnswerAt: string;
}

/** The server closes a session this long after its last answer. */
const idleMs = study.sessionIdleMinutes * 60_000;
const keyOf = (userId: string) => `kumbuka.session.${userId}`;

function isPausedSession(value: unknown): value is PausedSession {
  if (typeof value !== 'object' || value === null) return false;
  const { sessionId, path, cards, answers, lastAnswerAt } = value as Partial<PausedSession>;
  return (
    typeof sessionId === 'string' &&
    typeof path === 'string' &&
    typeof lastAnswerAt === 'string' &&
    Array.isArray(cards) &&
    Array.isArray(answers)
  );
}

/** The session that can still be resumed; null when there is none or it has ended by itself. */
export function readPausedSession(
  userId: string,
  now: number,
  storage: Storage = localStorage,
): PausedSession | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(userId)) ?? 'null');
    if (!isPausedSession(stored)) return null;
    return now - Date.parse(stored.lastAnswerAt) < idleMs ? stored : null;
  } catch {
    return null;
  }
}

export function storePausedSession(
  userId: string,
  session: PausedSession,
  storage: Storage = localStorage,
): void {
  storage.setItem(keyOf(userId), JSON.stringify(session));
}

export function discardPausedSession(userId: string, storage: Storage = localStorage): void {
  storage.removeItem(keyOf(userId));
}
