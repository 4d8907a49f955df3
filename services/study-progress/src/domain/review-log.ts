import type { Day } from './calendar/calendar.ts';
import { dayOf } from './calendar/calendar.ts';

interface LogEntry {
  /** UUIDv7. */
  id: string;
  userId: number;
  /** Position in the learner's log, from 1 without gaps. */
  seq: number;
  /** When the entry was written. */
  recordedAt: Date;
}

/** An answer as it was given; never changed afterwards. */
export interface AnswerEntry extends LogEntry {
  kind: 'answer';
  cardId: number;
  deckId: number;
  /** Correct is good, Incorrect is again. */
  rating: 'good' | 'again';
  answeredAt: Date;
  durationMs: number;
  sessionId: string;
  /** True when the client named no session: the deck's unnamed one. */
  implicitSession: boolean;
  /** Deck of the session as the client named it; null for a session across decks. */
  sessionDeckId: number | null;
  clientEventId?: string;
  /** Answers of this card in this session that were taken back before; absent when the client named no session. */
  turn?: number;
  /** Minutes that the learner's wall clock was ahead of UTC. */
  offsetMinutes: number;
  /** Hour at which the learner's day began then. */
  dayStartHour: number;
  /** The FSRS parameter set that held then. */
  parameterVersion: number;
  /** Recall predicted just before the answer, 0 to 1; null for a new card. */
  predictedRecall: number | null;
}

/** Takes an answer back; both stay in the log. */
export interface UndoEntry extends LogEntry {
  kind: 'undo';
  cardId: number;
  deckId: number;
  sessionId: string;
  undoes: string;
}

/** Ends a session. */
export interface FinishEntry extends LogEntry {
  kind: 'finish';
  sessionId: string;
  finishedAt: Date;
  xp: number;
}

export type ReviewEntry = AnswerEntry | UndoEntry | FinishEntry;

export const wasCorrect = (answer: AnswerEntry): boolean => answer.rating === 'good';
/** The study day of an answer in the zone in which it was given. */
export const dayOfAnswer = (answer: AnswerEntry): Day =>
  dayOf(answer.answeredAt, answer.offsetMinutes, answer.dayStartHour);

/** By the instant at which they were given, then by the order of writing. */
export const byTime = (a: AnswerEntry, b: AnswerEntry) =>
  a.answeredAt.getTime() - b.answeredAt.getTime() || a.seq - b.seq;

/** Answers that were not taken back, by the instant at which they were given. */
export function standingAnswers(entries: readonly ReviewEntry[]): AnswerEntry[] {
  const undone = new Set(entries.flatMap((entry) => (entry.kind === 'undo' ? [entry.undoes] : [])));
  const answers = entries.filter((entry) => entry.kind === 'answer');
  return answers.filter(({ id }) => !undone.has(id)).sort(byTime);
}
