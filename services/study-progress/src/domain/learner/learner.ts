import type { Card } from '../card/card.ts';
import {
  countCard,
  noShelvedNew,
  recountCard,
  subtractCards,
  type CardCounts,
} from '../scheduling/card-counts.ts';
import { limits, study } from '@kumbuka/contracts';
import type { Day, LocalClock } from '@kumbuka/contracts/study-day';
import {
  addDay,
  removeDay,
  skippedBetween,
  type CalendarAt,
  type DayRuns,
  type SkippedDays,
} from '../calendar/study-days.ts';
import {
  type AnswerEntry,
  type CardStudy,
  countsOf,
  dayOfAnswer,
  isLearned,
  isScheduled,
  type Recall,
  type StudyChange,
  wasCorrect,
  type EasyDay,
  noEasyDays,
  type Parameters,
} from '@kumbuka/schedule';
import type { Deck } from '../deck/deck.ts';
import type { OpenSession, PaidSessions } from '../session/session.ts';
import { countIntervals, noIntervalCounts, type IntervalCounts } from './interval-counts.ts';
import { changeRecent, type RecentDays } from './recent-days.ts';
import { addDuration, removeDuration, type Durations } from './seconds.ts';

export const badgeKinds = ['first-session', 'seven-days', 'hundred-mastered'] as const;
export type BadgeKind = (typeof badgeKinds)[number];

/** What applies to one deck instead of the learner's own settings; `null` where the learner's apply. */
export interface DeckSettings {
  deckId: number;
  rememberPercent: number | null;
  newCardsPerDay: number | null;
}

export const studyOrders = ['weakest-first', 'deck-by-deck'] as const;
export type StudyOrder = (typeof studyOrders)[number];

/** Exam that a learner studies for, and what was promised when it was planned. */
export interface Exam {
  day: Day;
  deckIds: readonly number[];
  minutesADay: number;
  plannedOn: Day;
  /** Cards of the decks at that time. */
  cards: number;
  /** Mean recall of these cards, 0 to 1, on each day from then to the exam. */
  promise: readonly number[];
}

/** Study settings of a learner. */
export interface Settings extends LocalClock {
  /** Cards per week. */
  weeklyGoal: number;
  /** Days per week. */
  targetDays: number;
  /** Whether the time zone follows the learner's device, for example when travelling. */
  zoneFollowsDevice: boolean;
  /** Whether an answer brings the next card; null until the learner has chosen. */
  advancesAutomatically: boolean | null;
  /** Cards of one portion of a large deck. */
  portionSize: number;
  /** Whether a session hides the navigation. */
  focusMode: boolean;
  /** Whether single keys, such as U, act in a session. */
  singleKeyShortcuts: boolean;
  /** Whether the missed cards of a session are gone through again before its summary. */
  repeatsMissed: boolean;
  /** Percent of due cards that the learner wants to remember. */
  rememberPercent: number;
  /** Days that no card waits longer than. */
  longestInterval: number;
  /** 0 for no limit. */
  newCardsPerDay: number;
  /** Cards a day, new and due; 0 for no limit. */
  dailyLimit: number;
  studyOrder: StudyOrder;
  /** From Sunday. */
  easyDays: readonly EasyDay[];
  /** First and last day of an absence; empty for none. */
  absence: readonly Day[];
  exam: Exam | null;
  /** Whether cards are answered by four buttons. */
  fourAnswers: boolean;
  /** Whether each button names the day on which the card comes next. */
  showsNextDay: boolean;
  /** Decks with settings of their own. */
  deckSettings: readonly DeckSettings[];
}

export interface Totals {
  answers: number;
  correct: number;
  durationMs: number;
  studyDays: number;
  /** Existing cards. */
  cards: number;
  /** Existing cards with a schedule. */
  studied: number;
  /** Existing cards that are learned. */
  learned: number;
}

/** Learner data that is read together; its size does not grow with the history. */
export interface Learner extends Settings, CardCounts {
  ownerId: number;
  /** Aggregate version of the learner's events. */
  version: number;
  /** Position of the last entry of the review log. */
  seq: number;
  xp: number;
  /** Newest FSRS parameters in the log; `null` before the first answer. */
  parameters: Parameters | null;
  /** Older ones, newest first, so that decks with settings of their own name them again. */
  earlierParameters: readonly Parameters[];
  /** Recent sessions that earned XP. */
  paid: PaidSessions | null;
  badges: Record<BadgeKind, Date | null>;
  totals: Totals;
  recent: RecentDays;
  intervals: IntervalCounts;
  runs: DayRuns;
  /** Calendar of the latest answer, also of an undone one: where the learner was. */
  lastClock: CalendarAt | null;
  /** Latest dates that the learner never had. */
  skipped: SkippedDays;
  durations: Durations;
  /** Oldest first. */
  sessions: readonly OpenSession[];
}

export const newSettings: Settings = {
  timezone: study.timezoneDefault,
  dayStartHour: study.dayStartHour,
  weeklyGoal: study.weeklyGoalDefault,
  targetDays: study.targetDaysDefault,
  zoneFollowsDevice: true,
  advancesAutomatically: null,
  portionSize: study.portionDefault,
  focusMode: false,
  singleKeyShortcuts: true,
  repeatsMissed: false,
  rememberPercent: Math.round(study.desiredRetention * 100),
  longestInterval: limits.maxLongestInterval,
  newCardsPerDay: 0,
  dailyLimit: 0,
  studyOrder: 'weakest-first',
  easyDays: noEasyDays,
  absence: [],
  exam: null,
  fourAnswers: false,
  showsNextDay: false,
  deckSettings: [],
};

const nothing: Totals = {
  answers: 0,
  correct: 0,
  durationMs: 0,
  studyDays: 0,
  cards: 0,
  studied: 0,
  learned: 0,
};

export const newLearner = (ownerId: number): Learner => ({
  ownerId,
  version: 0,
  seq: 0,
  ...newSettings,
  xp: 0,
  parameters: null,
  earlierParameters: [],
  paid: null,
  badges: { 'first-session': null, 'seven-days': null, 'hundred-mastered': null },
  totals: nothing,
  due: [],
  shelvedNew: noShelvedNew,
  recent: { from: null, days: [] },
  intervals: noIntervalCounts,
  runs: [],
  lastClock: null,
  skipped: [],
  durations: [],
  sessions: [],
});

const focusMs = study.focusSeconds * 1000;

const countRecalls = (recent: RecentDays, recalls: readonly Recall[], change: 1 | -1): RecentDays =>
  recalls.reduce(
    (days, { day, wasCorrect: recalled }) =>
      changeRecent(days, day, { reviews: change, recalled: recalled ? change : 0 }),
    recent,
  );

/** Counts a card on the day of its last answer. Reviews in another program earn nothing. */
const countCardOf = (
  recent: RecentDays,
  { lastDay, lastStudiedAt }: CardStudy,
  change: 1 | -1,
): RecentDays =>
  lastDay === null || lastStudiedAt === null ? recent : changeRecent(recent, lastDay, { cards: change });

/** Applies the study change of one card to the learner's counters. */
export function withStudyChange(learner: Learner, card: Card, change: StudyChange): Learner {
  const { before, after, removed, added } = change;
  const { totals } = learner;
  const { studied, learned } = countsOf(change);
  const recalled = countRecalls(countRecalls(learner.recent, removed, -1), added, 1);
  return {
    ...recountCard(learner, { ...card, ...before }, { ...card, ...after }),
    intervals: countIntervals(countIntervals(learner.intervals, removed, -1), added, 1),
    recent: countCardOf(countCardOf(recalled, before, -1), after, 1),
    totals: {
      ...totals,
      studied: totals.studied + studied,
      learned: totals.learned + learned,
    },
  };
}

const rememberedSkips = 10;

/** Notes where the learner was, and a date that the journey skipped. */
function travelled(
  { lastClock, skipped }: Pick<Learner, 'lastClock' | 'skipped'>,
  { answeredAt, offsetMinutes, dayStartHour }: AnswerEntry,
): Pick<Learner, 'lastClock' | 'skipped'> {
  const clock = { answeredAt, offsetMinutes, dayStartHour };
  if (lastClock && answeredAt < lastClock.answeredAt) return { lastClock, skipped };
  const day = lastClock && skippedBetween(lastClock, clock);
  const isNew = day !== null && !skipped.includes(day);
  return { lastClock: clock, skipped: isNew ? [...skipped, day].slice(-rememberedSkips) : skipped };
}

/** Counts an answer or its undo; `onDay` holds the number of answers of that day before and after. */
export function withAnswer(
  learner: Learner,
  answer: AnswerEntry,
  change: 1 | -1,
  onDay: { before: number; after: number },
): Learner {
  const { totals, recent, runs, durations } = learner;
  const day = dayOfAnswer(answer);
  const isFocused = answer.durationMs <= focusMs;
  return {
    ...learner,
    recent: changeRecent(recent, day, { answers: change, focused: isFocused ? change : 0 }),
    ...(change > 0 ? travelled(learner, answer) : {}),
    runs: onDay.after > 0 ? addDay(runs, day) : removeDay(runs, day),
    durations: (change > 0 ? addDuration : removeDuration)(durations, answer.durationMs),
    totals: {
      ...totals,
      answers: totals.answers + change,
      correct: totals.correct + (wasCorrect(answer) ? change : 0),
      durationMs: totals.durationMs + change * answer.durationMs,
      studyDays: totals.studyDays + Math.sign(onDay.after) - Math.sign(onDay.before),
    },
  };
}

const countWhole = (learner: Learner, card: Card, change: 1 | -1): Learner => ({
  ...countCard(learner, card, change),
  totals: {
    ...learner.totals,
    cards: learner.totals.cards + change,
    studied: learner.totals.studied + change * Number(isScheduled(card)),
    learned: learner.totals.learned + change * Number(isLearned(card)),
  },
});

/** Adds a card to the counters. Its answers are counted already. */
export const withCard = (learner: Learner, card: Card): Learner => countWhole(learner, card, 1);

/** Removes a card from the counters; streak, XP and accuracy keep its answers. */
export const withoutCard = (learner: Learner, card: Card): Learner => countWhole(learner, card, -1);

/** Removes a deck and its cards from the counters. */
export const withoutDeck = (learner: Learner, deck: Deck): Learner => ({
  ...learner,
  ...subtractCards(learner, deck),
  totals: {
    ...learner.totals,
    cards: learner.totals.cards - deck.cards,
    studied: learner.totals.studied - deck.studied,
    learned: learner.totals.learned - deck.learned,
  },
});

export const openSessionOf = ({ sessions }: Pick<Learner, 'sessions'>, id: string): OpenSession | null =>
  sessions.find(({ sessionId }) => sessionId === id) ?? null;

/** Replaces the open session with the same id, or appends it. */
export const withSession = (learner: Learner, session: OpenSession): Learner => ({
  ...learner,
  sessions: openSessionOf(learner, session.sessionId)
    ? learner.sessions.map((each) => (each.sessionId === session.sessionId ? session : each))
    : [...learner.sessions, session],
});
