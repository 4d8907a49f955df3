import { dayOf, hourOf, type Day } from '@kumbuka/contracts/study-day';
import type { Parameters } from './parameters.ts';

interface LogEntry {
  /** UUIDv7. */
  id: string;
  userId: number;
  /** Position in the learner's log, from 1 without gaps. */
  seq: number;
  recordedAt: Date;
}

/** 1 Again, 2 Hard, 3 Good, 4 Easy. With two answers, Incorrect is 1 and Correct is 3. */
export type Rating = 1 | 2 | 3 | 4;

/** Instant of an answer and the learner's calendar at that time, so that history does not change with the settings. */
interface Timed {
  answeredAt: Date;
  durationMs: number;
  /** Offset of the learner's wall clock from UTC in minutes; positive when ahead. */
  offsetMinutes: number;
  /** Hour at which the learner's day began at that time. */
  dayStartHour: number;
}

interface OfCard {
  cardId: number;
  deckId: number;
}

/** Answer as it was submitted; never changed afterwards. */
export interface AnswerEntry extends LogEntry, OfCard, Timed {
  kind: 'reviewed';
  rating: Rating;
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
  /** Version of the parameters at that time; a `parameters-changed` entry has each version above 1. */
  parameterVersion: number;
  /** Predicted recall just before the answer, 0 to 1; `null` for a new card. */
  predictedRecall: number | null;
  /** Due day where it is not the fold's own, such as after an answer ahead of the due day. */
  dueDay?: Day;
  /** Card id in the account in which the answer was given, where that is another one; it seeds the fuzz. */
  seed?: number;
  /** Whether that day comes from a change of the product. Not stored: `activeAnswers` adds it. */
  isReplanned?: true;
}

/** Answer of a round of missed cards. It changes no schedule and no counter and earns nothing. */
export interface PractisedEntry extends LogEntry, OfCard, Timed {
  kind: 'practised';
  wasCorrect: boolean;
  sessionId: string;
  clientEventId?: string;
}

/** Undoes an answer, or another due day; both stay in the log. */
export interface UndoEntry extends LogEntry, OfCard {
  kind: 'undone';
  /** Session of an undone answer. */
  sessionId?: string;
  undoes: string;
  /** Of an undone `rescheduled` entry: due day of the card afterwards; `null` when its latest answer is another one. */
  dueDay?: Day | null;
  /** The `changed` entry that it belongs to. */
  changeId?: string;
}

/** Leaves a card out of study until a day, or brings it back. */
export interface BuryEntry extends LogEntry, OfCard {
  kind: 'buried';
  sessionId: string;
  /** First study day on which the card is studied again; `null` brings it back at once. */
  until: Day | null;
}

/** Reasons for another due day without an answer. */
export type RescheduleReason = 'late-answer' | 'parameters' | 'absence' | 'exam' | 'balance';

/** Gives the latest answer of a card another due day. Without effect once the card has a later answer. */
export interface RescheduledEntry extends LogEntry, OfCard {
  kind: 'rescheduled';
  /** `null` for a card that was imported with its schedule and not answered since. */
  answerId: string | null;
  dueDay: Day;
  reason: RescheduleReason;
  /** The `changed` entry that it belongs to. */
  changeId?: string;
}

export const changeSubjects = ['replanned', 'weights', 'session'] as const;
/** What the product changed by itself; of a session, that its answers were undone. */
export type ChangeSubject = (typeof changeSubjects)[number];

/** What a learner's own weights changed. */
export interface WeightsChange {
  /** Version of the parameters that have them. */
  version: number;
  /** Reviews that they were fitted to. */
  reviews: number;
  /** After which answer the intervals change most, and whether they are longer. */
  aspect: MemoryAspect;
  isLonger: boolean;
  /** Answers a day of the following month, by the weights before and by these. */
  answersBefore: number;
  answersAfter: number;
}

export const memoryAspects = ['first-answer', 'correct', 'incorrect'] as const;
/** A card's first answer, a correct one or a wrong one. */
export type MemoryAspect = (typeof memoryAspects)[number];

/** Change that the product made by itself, or at a learner's request for many cards at once. Its parts name it. */
export interface ChangedEntry extends LogEntry {
  kind: 'changed';
  subject: ChangeSubject;
  /** Cards that it concerns. */
  cards: number;
  /** Of own weights. */
  weights?: WeightsChange | null;
}

/** Takes a change back. The entries that undo its parts precede it. */
export interface ChangeUndoneEntry extends LogEntry {
  kind: 'change-undone';
  subject: ChangeSubject;
  changeId: string;
}

/** New parameters. Answers name their version, so a change applies from the next answer of each card. */
export interface ParametersEntry extends LogEntry {
  kind: 'parameters-changed';
  parameters: Parameters;
}

export interface ImportedAnki {
  left: number | null;
  desiredRetention: number | null;
  decay: number | null;
  custom: string | null;
}

/** State of a card in another program. The fold uses day, memory state and lapses; an export returns all of it. */
export interface ImportedSchedule {
  state: 'learning' | 'review' | 'relearning';
  dueDay: Day;
  /** Milliseconds since 1970 of a card that was due at a moment. */
  dueAt: number | null;
  /** Study day of the last review there. */
  lastDay: Day;
  /** Milliseconds since 1970 of the last review. */
  lastAt: number | null;
  stability: number;
  difficulty: number;
  /** Whether stability and difficulty were derived from interval and ease. */
  isDerived: boolean;
  /** Days; 0 while learning. */
  interval: number;
  /** Such as 2.5; 0 when the other program has none. */
  ease: number;
  lapses: number;
  /** Number of reviews there. They count for no statistics here. */
  reviews: number;
  /** Values of Anki that only an export uses. */
  anki: ImportedAnki | null;
}

/** Schedule of a card from another program: the state before its first answer here. */
export interface ScheduleImportedEntry extends LogEntry, OfCard, ImportedSchedule {
  kind: 'schedule-imported';
}

/** Reviews of a card in another program, as arrays of equal length. */
export interface ImportedHistory {
  /** Milliseconds since 1970, oldest first. */
  times: readonly number[];
  /** 1 to 4; 0 is a change by hand, which is no answer. */
  ratings: readonly number[];
  /** Days after the review and before it; negative ones are seconds. */
  intervals: readonly number[];
  lastIntervals: readonly number[];
  /** Milliseconds. */
  durations: readonly number[];
  /** Ease or difficulty, and kind of review, as the other program numbers them. */
  factors: readonly number[];
  kinds: readonly number[];
}

/** Earlier reviews of one card, for the optimiser and exports. They change no state and earn nothing. */
export interface HistoryImportedEntry extends LogEntry, OfCard, ImportedHistory {
  kind: 'history-imported';
}

/** Makes a card new again. Its answers stay in the log and count for the days on which they were given. */
export interface ResetEntry extends LogEntry, OfCard {
  kind: 'reset';
  reason: ResetReason;
}

export type ResetReason = 'learner' | 'rewritten';

/** Ends a session. */
export interface FinishEntry extends LogEntry {
  kind: 'finished';
  sessionId: string;
  finishedAt: Date;
  xp: number;
}

export type ReviewEntry =
  | AnswerEntry
  | PractisedEntry
  | UndoEntry
  | BuryEntry
  | RescheduledEntry
  | ScheduleImportedEntry
  | HistoryImportedEntry
  | ResetEntry
  | ParametersEntry
  | ChangedEntry
  | ChangeUndoneEntry
  | FinishEntry;

/** Entries that name a card. */
export type CardEntry = Extract<ReviewEntry, OfCard>;

export const isCardEntry = (entry: ReviewEntry): entry is CardEntry => 'cardId' in entry;

export const isOfCard = (entry: ReviewEntry, cardId: number): entry is CardEntry =>
  'cardId' in entry && entry.cardId === cardId;

export const wasCorrect = ({ rating }: Pick<AnswerEntry, 'rating'>): boolean => rating > 1;
/** Study day of an answer, in the zone of the device at that time. */
export const dayOfAnswer = ({
  answeredAt,
  offsetMinutes,
  dayStartHour,
}: Pick<AnswerEntry, 'answeredAt' | 'offsetMinutes' | 'dayStartHour'>): Day =>
  dayOf(answeredAt, offsetMinutes, dayStartHour);

/** Hour of the wall clock, 0 to 23, of an answer. */
export const hourOfAnswer = ({ answeredAt, offsetMinutes }: AnswerEntry): number =>
  hourOf(answeredAt, offsetMinutes);

/** Orders by answer time, then by order of writing. */
export const byTime = (a: AnswerEntry, b: AnswerEntry) =>
  a.answeredAt.getTime() - b.answeredAt.getTime() || a.seq - b.seq;

/** Answers that were not undone, by answer time, each with the due day of its latest `rescheduled` entry. */
export function activeAnswers(entries: readonly ReviewEntry[]): AnswerEntry[] {
  const undone = new Set(entries.flatMap((entry) => (entry.kind === 'undone' ? [entry.undoes] : [])));
  const rescheduled = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'rescheduled' && !undone.has(entry.id) ? [[entry.answerId, entry] as const] : [],
    ),
  );
  return entries
    .filter((entry) => entry.kind === 'reviewed')
    .filter(({ id }) => !undone.has(id))
    .map((answer) => withDueDay(answer, rescheduled.get(answer.id)))
    .sort(byTime);
}

/** The answer with the due day that replaces its own. */
export const withDueDay = (answer: AnswerEntry, rescheduled: RescheduledEntry | undefined): AnswerEntry =>
  rescheduled === undefined
    ? answer
    : {
        ...answer,
        dueDay: rescheduled.dueDay,
        ...(rescheduled.changeId === undefined ? {} : { isReplanned: true }),
      };

/** Sets of parameters by version; version 1 is built in. */
export const parametersIn = (entries: readonly ReviewEntry[]): Parameters[] =>
  entries.flatMap((entry) => (entry.kind === 'parameters-changed' ? [entry.parameters] : []));
