import { dayOf, hourOf, type Day } from '@kumbuka/contracts/study-day';

interface LogEntry {
  /** UUIDv7. */
  id: string;
  userId: number;
  /** Position in the learner's log, from 1 without gaps. */
  seq: number;
  recordedAt: Date;
}

/** Answer as it was submitted; never changed afterwards. */
export interface AnswerEntry extends LogEntry {
  kind: 'answer';
  cardId: number;
  deckId: number;
  /** `good` for Correct, `again` for Incorrect. */
  rating: 'good' | 'again';
  answeredAt: Date;
  durationMs: number;
  sessionId: string;
  /** Whether the client named no session, so that the answer belongs to the deck's implicit one. */
  implicitSession: boolean;
  /** Deck of the session as the client named it; `null` for a session across decks. */
  sessionDeckId: number | null;
  clientEventId?: string;
  /**
   * Number of earlier, undone answers to this card in this session; absent when the client named no session.
   */
  turn?: number;
  /** Minutes by which the learner's wall clock was ahead of UTC. */
  offsetMinutes: number;
  /** Hour at which the learner's day began at that time. */
  dayStartHour: number;
  /** Version of the FSRS parameters at that time. */
  parameterVersion: number;
  /** Predicted recall just before the answer, 0 to 1; `null` for a new card. */
  predictedRecall: number | null;
}

/** Undoes an answer; both entries stay in the log. */
export interface UndoEntry extends LogEntry {
  kind: 'undo';
  cardId: number;
  deckId: number;
  sessionId: string;
  undoes: string;
}

/** Leaves a card out of study until a day, or brings it back. */
export interface BuryEntry extends LogEntry {
  kind: 'bury';
  cardId: number;
  deckId: number;
  sessionId: string;
  /** First study day on which the card is studied again; `null` brings it back at once. */
  until: Day | null;
}

/** Ends a session. */
export interface FinishEntry extends LogEntry {
  kind: 'finish';
  sessionId: string;
  finishedAt: Date;
  xp: number;
}

export type ReviewEntry = AnswerEntry | UndoEntry | BuryEntry | FinishEntry;

export const wasCorrect = (answer: AnswerEntry): boolean => answer.rating === 'good';
/** Study day of an answer, in the zone of the device at that time. */
export const dayOfAnswer = (answer: AnswerEntry): Day =>
  dayOf(answer.answeredAt, answer.offsetMinutes, answer.dayStartHour);

/** Hour of the wall clock, 0 to 23, of an answer. */
export const hourOfAnswer = ({ answeredAt, offsetMinutes }: AnswerEntry): number =>
  hourOf(answeredAt, offsetMinutes);

/** Orders by answer time, then by order of writing. */
export const byTime = (a: AnswerEntry, b: AnswerEntry) =>
  a.answeredAt.getTime() - b.answeredAt.getTime() || a.seq - b.seq;

/** Answers that were not undone, by answer time. */
export function activeAnswers(entries: readonly ReviewEntry[]): AnswerEntry[] {
  const undone = new Set(entries.flatMap((entry) => (entry.kind === 'undo' ? [entry.undoes] : [])));
  const answers = entries.filter((entry) => entry.kind === 'answer');
  return answers.filter(({ id }) => !undone.has(id)).sort(byTime);
}
