import { joinedRuns } from '../calendar/study-days.ts';
import { dateOf, type Day } from '@kumbuka/contracts/study-day';
import { emptyDayCounts, isComplete, type DayCounts } from '../calendar/day-counts.ts';
import { todayOf, type LearnerNow } from './dashboard.ts';
import { intervalRanges } from './interval-counts.ts';

/** Counters by day; days without an answer are absent. */
export type CountsByDay = ReadonlyMap<Day, DayCounts>;

export interface StatisticsDay {
  /** YYYY-MM-DD. */
  date: string;
  answers: number;
  /** `null` when the row of the day lacks the time of some answers. */
  minutes: number | null;
}

/** Each of the last days up to today, oldest first. */
export function statisticsDays(from: LearnerNow, counts: CountsByDay, length: number): StatisticsDay[] {
  const first = todayOf(from) - length + 1;
  return Array.from({ length }, (_, index) => {
    const day = counts.get(first + index) ?? emptyDayCounts;
    const minutes = isComplete(day) ? day.durationMs / 60_000 : null;
    return { date: dateOf(first + index), answers: day.answers, minutes };
  });
}

/** Counts answers in each hour of the wall clock. Omits days whose row lacks the hour of some answers. */
export function answersByHour(counts: CountsByDay): { hour: number; answers: number }[] {
  const complete = [...counts.values()].filter(isComplete);
  return emptyDayCounts.hours.map((_, hour) => ({
    hour,
    answers: complete.reduce((sum, { hours }) => sum + (hours[hour] ?? 0), 0),
  }));
}

export interface IntervalRetention {
  fromDays: number;
  toDays: number | null;
  reviews: number;
  recalled: number;
}

/**
 * Retention of all time by interval. Shows 0 for a negative counter: in a row that is older than the counters, undone
 * answers were subtracted but never added. A rebuild corrects it.
 */
export const retentionByInterval = ({ learner }: LearnerNow): IntervalRetention[] =>
  intervalRanges.map(([fromDays, toDays], index) => {
    const [reviews, recalled] = learner.intervals[index] ?? [0, 0];
    const counted = Math.max(0, reviews);
    return { fromDays, toDays, reviews: counted, recalled: Math.min(counted, Math.max(0, recalled)) };
  });

export interface Streak {
  from: string;
  to: string;
  days: number;
}

/** Remembered runs of study days, latest first. Days after tomorrow come from a wrong clock. */
export const streaksOf = (from: LearnerNow): Streak[] =>
  joinedRuns(from.learner.runs, from.learner.skipped)
    .filter((run) => run.from <= todayOf(from) + 1)
    .map((run) => ({ from: dateOf(run.from), to: dateOf(run.to), days: run.days }))
    .reverse();
