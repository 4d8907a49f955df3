import { study } from '@kumbuka/contracts/constants';
import { storedResponse, storeResponse } from '../offline/responses.ts';
import { serverNow } from '../browser/server-clock.ts';
import { localStore } from '../browser/storage.ts';
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
  /** Index of the card that was shown. */
  current: number;
  answers: { cardId: string; wasCorrect: boolean; clientEventId: string; isElsewhere?: boolean }[];
  /** Milliseconds studied so far. */
  elapsedMs: number;
  /** By the server's clock, because this device's may be set meanwhile. */
  lastAnswerAt: string;
}

/** The server closes a session this long after its last answer. */
const idleMs = study.sessionIdleMinutes * 60_000;
const maxPausedSessions = 5;
const keyOf = (userId: string) => `kumbuka.sessions.${userId}`;

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

const read = (userId: string): PausedSession[] => readList(keyOf(userId)).filter(isPausedSession);

const copyKey = 'PausedSessions';
const stampOf = (userId: string) => `kumbuka.sessions-at.${userId}`;
const stampIn = (userId: string) => Number(localStore.getItem(stampOf(userId)));

/** Also in IndexedDB, because Chromium writes `localStorage` to the disk up to five seconds later. */
function write(userId: string, sessions: readonly PausedSession[]) {
  const writtenAt = Math.max(Date.now(), stampIn(userId) + 1);
  writeList(keyOf(userId), sessions);
  localStore.setItem(stampOf(userId), String(writtenAt));
  void storeResponse(userId, copyKey, { sessions, writtenAt }, serverNow()).catch(() => {});
}

interface Copy {
  sessions?: PausedSession[];
  writtenAt?: number;
}

/** Restores what a browser that was killed has lost of the paused sessions. The copy may be older, when writing it failed. */
export async function restorePausedSessions(userId: string): Promise<void> {
  const copy = (await storedResponse(userId, copyKey, serverNow()).catch(() => null)) as Copy | null;
  if (!copy?.sessions || !copy.writtenAt || copy.writtenAt <= stampIn(userId)) return;
  writeList(keyOf(userId), copy.sessions);
  localStore.setItem(stampOf(userId), String(copy.writtenAt));
}

/** Whether the server has ended a session by its own rule. */
export const isIdle = ({ lastAnswerAt }: PausedSession, now: number): boolean =>
  now - Date.parse(lastAnswerAt) >= idleMs;

/** Returns the sessions that can still be resumed, latest first. Omits sessions that the server has ended meanwhile. */
export function pausedSessions(userId: string, now: number): PausedSession[] {
  return read(userId).filter((session) => !isIdle(session, now));
}

/** The one that is studied at this address; the server knows whether it has ended. */
export function pausedSessionAt(userId: string, path: string): PausedSession | null {
  return read(userId).find((session) => session.path === path) ?? null;
}

/** Whether this browser has paused the session. */
export const isPausedHere = (userId: string, id: string): boolean =>
  read(userId).some(({ sessionId }) => sessionId === id);

/** Stores a session and replaces one of the same address. */
export function storePausedSession(userId: string, session: PausedSession): void {
  const others = read(userId).filter(({ path }) => path !== session.path);
  write(userId, [session, ...others].slice(0, maxPausedSessions));
}

export function discardPausedSession(userId: string, sessionId: string): void {
  const others = read(userId).filter((session) => session.sessionId !== sessionId);
  write(userId, others);
}
