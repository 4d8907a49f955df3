import { newCountOn, type CardCounts } from '../scheduling/card-counts.ts';
import { badgesOf, type BadgeView } from './badges.ts';
import {
  dateOf,
  dayStart,
  offsetMinutesAt,
  studyDayAt,
  todayAt,
  weekdayOf,
  weekStartOf,
  type Day,
  type LocalClock,
} from '@kumbuka/contracts/study-day';
import { dueCountOn, forecastOf, nextDueAfter } from '../scheduling/due-days.ts';
import { backlogOn } from './limits-of-day.ts';
import { levelOf, nextLevelXpOf } from './level.ts';
import { sumRecent } from './recent-days.ts';
import type { Deck } from '../deck/deck.ts';
import type { Learner } from './learner.ts';
import { ownWeightsOf } from './parameters.ts';
import { secondsPerAnswer } from './seconds.ts';
import { skippedBetween, streakOn, type SkippedDays } from '../calendar/study-days.ts';

/** Days covered by the dashboard's rates. */
const ratedDays = 30;

const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((100 * part) / whole);

/** A learner and the instant at which views are computed. */
export interface LearnerNow {
  learner: Learner;
  now: Date;
}

/** Latest day with an answer, up to tomorrow; later ones come from a wrong clock. */
function latestStudyDay({ learner, now }: { learner: LocalClock & Pick<Learner, 'runs'>; now: Date }) {
  const tomorrow = studyDayAt(learner, now) + 1;
  const run = learner.runs.findLast(([from]) => from <= tomorrow);
  return run ? Math.min(run[1], tomorrow) : null;
}

/** The learner's study day. */
export const todayOf = (from: { learner: LocalClock & Pick<Learner, 'runs'>; now: Date }): Day =>
  todayAt({ ...from.learner, latestStudyDay: latestStudyDay(from) }, from.now);

/** Dates that the learner never had, also on a journey since the latest answer: the streak waits for an answer of today. */
function skippedAt({ learner, now }: { learner: Traveller; now: Date }): SkippedDays {
  const { lastClock, skipped, timezone, dayStartHour } = learner;
  const clock = { answeredAt: now, offsetMinutes: offsetMinutesAt(timezone, now), dayStartHour };
  const day = lastClock && skippedBetween(lastClock, clock);
  return day === null ? skipped : [...skipped, day];
}
type Traveller = LocalClock & Pick<Learner, 'lastClock' | 'skipped'>;

export interface LearnerStats {
  streak: number;
  xp: number;
  nextLevelXp: number;
  level: number;
  weeklyGoal: number;
  completedThisWeek: number;
  targetDays: number;
  completedDays: number;
  studiedWeekdays: number[];
  weekday: number;
  timezone: string;
  dayStartHour: number;
  /** YYYY-MM-DD; `null` before the first answer. */
  latestStudyDay: string | null;
  zoneFollowsDevice: boolean;
  advancesAutomatically: boolean | null;
  portionSize: number;
  focusMode: boolean;
  singleKeyShortcuts: boolean;
  repeatsMissed: boolean;
  rememberPercent: number;
  longestInterval: number;
  newCardsPerDay: number;
  dailyLimit: number;
  studyOrder: Learner['studyOrder'];
  easyDays: Learner['easyDays'];
  /** One that is not over; YYYY-MM-DD. */
  absence: { from: string; until: string } | null;
  /** One that is not over. */
  exam: Learner['exam'];
  /** Due cards beyond the limit of today. */
  waiting: number;
  /** YYYY-MM-DD; `null` when that is not foreseeable. */
  clearOn: string | null;
  fourAnswers: boolean;
  showsNextDay: boolean;
  weights: readonly number[] | null;
  badges: BadgeView[];
}

const studiedSince = (learner: Learner, from: Day): Day[] =>
  learner.recent.days
    .filter(({ day, answers }) => day >= from && day < from + 7 && answers > 0)
    .map(({ day }) => day);

const cardsOfWeek = ({ recent }: Pick<Learner, 'recent'>, today: Day): number =>
  sumRecent(recent, weekStartOf(today), weekStartOf(today) + 6).cards;

/** Streak, XP, level and goals at an instant. */
export function statsOf(from: LearnerNow): LearnerStats {
  const { learner } = from;
  const today = todayOf(from);
  const studied = studiedSince(learner, weekStartOf(today));
  const streak = streakOn(learner.runs, today, skippedAt(from));
  const latest = latestStudyDay(from);
  const { waiting, clearOn } = backlogOn(learner, today);
  const [firstDay, lastDay] = learner.absence;
  return {
    streak,
    xp: learner.xp,
    nextLevelXp: nextLevelXpOf(learner.xp),
    level: levelOf(learner.xp),
    weeklyGoal: learner.weeklyGoal,
    completedThisWeek: cardsOfWeek(learner, today),
    targetDays: learner.targetDays,
    completedDays: studied.length,
    studiedWeekdays: studied.map(weekdayOf),
    weekday: weekdayOf(today),
    timezone: learner.timezone,
    dayStartHour: learner.dayStartHour,
    latestStudyDay: latest === null ? null : dateOf(latest),
    zoneFollowsDevice: learner.zoneFollowsDevice,
    advancesAutomatically: learner.advancesAutomatically,
    portionSize: learner.portionSize,
    focusMode: learner.focusMode,
    singleKeyShortcuts: learner.singleKeyShortcuts,
    repeatsMissed: learner.repeatsMissed,
    rememberPercent: learner.rememberPercent,
    longestInterval: learner.longestInterval,
    newCardsPerDay: learner.newCardsPerDay,
    dailyLimit: learner.dailyLimit,
    studyOrder: learner.studyOrder,
    easyDays: learner.easyDays,
    absence:
      firstDay === undefined || lastDay === undefined || lastDay < today
        ? null
        : { from: dateOf(firstDay), until: dateOf(lastDay) },
    exam: learner.exam && learner.exam.day >= today ? learner.exam : null,
    waiting,
    clearOn: clearOn === null ? null : dateOf(clearOn),
    fourAnswers: learner.fourAnswers,
    showsNextDay: learner.showsNextDay,
    weights: ownWeightsOf(learner),
    badges: badgesOf(learner, streak),
  };
}

export interface DashboardNumbers {
  weeklyGoal: number;
  masteryLevelPercent: number;
  studyStreak: number;
  focusScorePercent: number;
  retentionRatePercent: number;
  cardsMastered: number;
  minutesPerDay: number;
  accuracyPercent: number;
  dueCount: number;
  completedThisWeek: number;
  newCount: number;
  dueMinutes: number;
  nextDueAt: Date | null;
  answers: number;
  reviews: number;
}

/** Part of a learner from which the numbers of the dashboard follow. */
export type LearnerCounters = LocalClock &
  CardCounts &
  Pick<Learner, 'weeklyGoal' | 'totals' | 'recent' | 'runs' | 'durations' | 'lastClock' | 'skipped'>;

/** Dashboard numbers at an instant. */
export function dashboardOf(from: { learner: LearnerCounters; now: Date }): DashboardNumbers {
  const { learner } = from;
  const today = todayOf(from);
  const { totals, due } = learner;
  const rated = sumRecent(learner.recent, today - ratedDays + 1, today + 1);
  const dueCount = dueCountOn(due, today);
  const next = nextDueAfter(due, today);
  return {
    weeklyGoal: learner.weeklyGoal,
    masteryLevelPercent: percentOf(totals.learned, totals.cards),
    studyStreak: streakOn(learner.runs, today, skippedAt(from)),
    focusScorePercent: percentOf(rated.focused, rated.answers),
    retentionRatePercent: percentOf(rated.recalled, rated.reviews),
    cardsMastered: totals.learned,
    minutesPerDay: totals.studyDays === 0 ? 0 : Math.round(totals.durationMs / 60_000 / totals.studyDays),
    accuracyPercent: percentOf(totals.correct, totals.answers),
    dueCount,
    completedThisWeek: cardsOfWeek(learner, today),
    newCount: newCountOn({ ...totals, shelvedNew: learner.shelvedNew }, today),
    dueMinutes: Math.ceil((dueCount * secondsPerAnswer(learner.durations)) / 60),
    nextDueAt: next === null ? null : dayStart(learner, next),
    answers: totals.answers,
    reviews: rated.reviews,
  };
}

/** Decks with due cards, most due first, ties by id. */
export const dueDecksOf = (
  decks: readonly Pick<Deck, 'deckId' | 'due'>[],
  today: Day,
): { deckId: number; dueCount: number }[] =>
  decks
    .map(({ deckId, due }) => ({ deckId, dueCount: dueCountOn(due, today) }))
    .filter(({ dueCount }) => dueCount > 0)
    .sort((a, b) => b.dueCount - a.dueCount || a.deckId - b.deckId);

export interface DayCount {
  /** YYYY-MM-DD. */
  date: string;
  count: number;
}

/** Cards that fall due on each of the next days, starting today. */
export const forecastDays = (from: LearnerNow, length: number): DayCount[] =>
  forecastOf(from.learner.due, todayOf(from), length).map(({ day, count }) => ({ date: dateOf(day), count }));
