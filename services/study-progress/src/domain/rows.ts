import { study } from '@kumbuka/contracts';
import type { Day, LocalClock } from './calendar/calendar.ts';
import { newCardStudy, type CardStudy } from './card/card-study.ts';
import type { DueDays } from './scheduling/due-days.ts';
import type { Durations } from './learner/seconds.ts';
import type { DayRuns } from './calendar/study-days.ts';

/** What is counted of one recent day, for the week and the 30-day rates. */
export interface RecentDay {
  day: Day;
  answers: number;
  /** Answers given within 60 s. */
  focused: number;
  /** First answers of the day on cards already in review. */
  reviews: number;
  /** Those of them that were right. */
  recalled: number;
  /** Cards whose last answer was on this day. */
  cards: number;
}

export interface OpenSession {
  sessionId: string;
  /** Null for a session across decks. */
  deckId: number | null;
  /** True when the learner's client did not name it: one for each deck. */
  implicit: boolean;
  startedAt: Date;
  lastAnswerAt: Date;
  answered: number;
  correct: number;
  durationMs: number;
}

export type BadgeKind = 'first-session' | 'seven-days' | 'hundred-mastered';

/** Everything of a learner that is read together, whatever the length of the history. */
export interface LearnerRow extends LocalClock {
  _id: string;
  kind: 'learner';
  ownerId: number;
  /** Aggregate version of the learner's events. */
  version: number;
  /** Position of the last log entry. */
  seq: number;
  /** Cards a week. */
  weeklyGoal: number;
  /** Days a week. */
  targetDays: number;
  xp: number;
  badges: Record<BadgeKind, Date | null>;
  totals: {
    answers: number;
    correct: number;
    durationMs: number;
    studyDays: number;
    /** Cards that were ever learned, deleted ones too. */
    mastered: number;
    /** Cards there are. */
    cards: number;
    /** Cards there are that were answered. */
    studied: number;
    /** Cards there are that are learned. */
    learned: number;
  };
  due: DueDays;
  /** Oldest first. */
  recent: RecentDay[];
  /** Latest study day ever seen; undoing does not take it back. */
  newestDay: Day | null;
  runs: DayRuns;
  durations: Durations;
  /** Oldest first. */
  sessions: OpenSession[];
  /** When the first open session ends by itself; absent when none is open. */
  idleAt?: Date;
}

export interface DeckRow {
  _id: string;
  kind: 'deck';
  ownerId: number;
  deckId: number;
  /** Version of the deck in decks; 0 when only its cards are known. */
  deckVersion: number;
  /** Aggregate version of deck-progress-changed. */
  version: number;
  cards: number;
  /** Cards with at least one answer. */
  studied: number;
  learned: number;
  correct: number;
  incorrect: number;
  due: DueDays;
  /** First due day; absent when nothing is scheduled. */
  dueDay?: Day;
  lastStudiedAt: Date | null;
}

export interface CardRow extends CardStudy {
  _id: string;
  kind: 'card';
  ownerId: number;
  deckId: number;
  cardId: number;
  createdAt: Date;
  /** Version of the card in decks. */
  cardVersion: number;
  /** Aggregate version of the card's schedule. */
  version: number;
}

/** Stops late events from bringing a deck back. */
export interface RemovedDeckRow {
  _id: string;
  kind: 'removed-deck';
  ownerId: number;
  deckId: number;
  deckVersion: number;
  version: number;
}

/** Stops late events from bringing a card back. */
export interface RemovedCardRow {
  _id: string;
  kind: 'removed-card';
  ownerId: number;
  deckId: number;
  cardId: number;
  cardVersion: number;
  version: number;
  /** Kept for the deck's own. */
  lastStudiedAt: Date | null;
}

export interface DayRow {
  _id: string;
  kind: 'day';
  ownerId: number;
  day: Day;
  answers: number;
}

/** A session that has ended. */
export interface SessionRow {
  _id: string;
  kind: 'session';
  ownerId: number;
  sessionId: string;
  deckId: number | null;
  startedAt: Date;
  lastAnswerAt: Date;
  finishedAt: Date;
  answered: number;
  correct: number;
  durationMs: number;
  xp: number;
}

/** What stays of a deleted user: nothing but the fact, so that late events bring nothing back. */
export interface ErasedRow {
  _id: string;
  kind: 'erased';
  ownerId: number;
}

export type Row =
  LearnerRow | DeckRow | CardRow | RemovedDeckRow | RemovedCardRow | DayRow | SessionRow | ErasedRow;

export const rowIds = {
  learner: (ownerId: number) => `learner:${ownerId}`,
  deck: (ownerId: number, deckId: number) => `deck:${ownerId}:${deckId}`,
  card: (ownerId: number, cardId: number) => `card:${ownerId}:${cardId}`,
  day: (ownerId: number, day: Day) => `day:${ownerId}:${day}`,
  session: (ownerId: number, sessionId: string) => `session:${ownerId}:${sessionId}`,
};

export const newLearner = (ownerId: number): LearnerRow => ({
  _id: rowIds.learner(ownerId),
  kind: 'learner',
  ownerId,
  version: 0,
  seq: 0,
  timezone: study.timezoneDefault,
  dayStartHour: study.dayStartHour,
  weeklyGoal: study.weeklyGoalDefault,
  targetDays: study.targetDaysDefault,
  xp: 0,
  badges: { 'first-session': null, 'seven-days': null, 'hundred-mastered': null },
  totals: {
    answers: 0,
    correct: 0,
    durationMs: 0,
    studyDays: 0,
    mastered: 0,
    cards: 0,
    studied: 0,
    learned: 0,
  },
  due: [],
  recent: [],
  newestDay: null,
  runs: [],
  durations: [],
  sessions: [],
});

export const newDeck = (ownerId: number, deckId: number): DeckRow => ({
  _id: rowIds.deck(ownerId, deckId),
  kind: 'deck',
  ownerId,
  deckId,
  deckVersion: 0,
  version: 0,
  cards: 0,
  studied: 0,
  learned: 0,
  correct: 0,
  incorrect: 0,
  due: [],
  lastStudiedAt: null,
});

export interface CardFacts {
  ownerId: number;
  deckId: number;
  cardId: number;
  createdAt: Date;
  cardVersion: number;
}

export const newCard = (facts: CardFacts): CardRow => ({
  _id: rowIds.card(facts.ownerId, facts.cardId),
  kind: 'card',
  ownerId: facts.ownerId,
  deckId: facts.deckId,
  cardId: facts.cardId,
  createdAt: facts.createdAt,
  cardVersion: facts.cardVersion,
  version: 0,
  ...newCardStudy,
});

export const newDay = (ownerId: number, day: Day): DayRow => ({
  _id: rowIds.day(ownerId, day),
  kind: 'day',
  ownerId,
  day,
  answers: 0,
});
