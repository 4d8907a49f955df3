import { dayOf, type Day } from '@kumbuka/contracts/study-day';

/** Runs of consecutive study days, oldest first, both ends inclusive. */
export type DayRuns = readonly (readonly [from: Day, to: Day])[];

/**
 * Maximum number of stored runs. The limit is a count, not an age: a day recorded by a fast clock must not
 * evict the current streak. Answers are at most 30 days late and span at most 16 runs.
 */
export const rememberedRuns = 60;

const join = (runs: DayRuns): DayRuns =>
  runs.reduce<DayRuns>((joined, [from, to]) => {
    const last = joined.at(-1);
    if (!last || from > last[1] + 1) return [...joined, [from, to]];
    return [...joined.slice(0, -1), [last[0], Math.max(last[1], to)]];
  }, []);

const runOf = (runs: DayRuns, day: Day) => runs.find(([from, to]) => from <= day && day <= to);

const without = ([from, to]: readonly [Day, Day], day: Day): DayRuns => {
  if (day < from || day > to) return [[from, to]];
  const parts: DayRuns = [
    [from, day - 1],
    [day + 1, to],
  ];
  return parts.filter(([first, last]) => first <= last);
};

export function addDay(runs: DayRuns, day: Day): DayRuns {
  if (runOf(runs, day)) return runs;
  const one: DayRuns = [[day, day]];
  return join([...runs, ...one].sort(([a], [b]) => a - b)).slice(-rememberedRuns);
}

/** Removes a day after its last answer was undone. */
export const removeDay = (runs: DayRuns, day: Day): DayRuns =>
  runOf(runs, day) ? runs.flatMap((run) => without(run, day)) : runs;

/** Dates that a traveller never had, because the calendar jumped over them. */
export type SkippedDays = readonly Day[];

/** Calendar of an instant. */
export interface CalendarAt {
  answeredAt: Date;
  offsetMinutes: number;
  dayStartHour: number;
}
const dayIn = ({ answeredAt }: CalendarAt, { offsetMinutes, dayStartHour }: CalendarAt): Day =>
  dayOf(answeredAt, offsetMinutes, dayStartHour);

/** A shorter jump leaves most of the date. */
const leastJumpMinutes = 12 * 60;

/**
 * Date that a traveller never had between two answers; otherwise `null`. The clock went east by so much that the date passed at
 * once: by the clock of the earlier answer, the later one is on the next day at the latest.
 */
export function skippedBetween(before: CalendarAt, after: CalendarAt): Day | null {
  const [from, to] = [dayIn(before, before), dayIn(after, after)];
  const jumped = after.offsetMinutes - before.offsetMinutes >= leastJumpMinutes;
  return jumped && to === from + 2 && dayIn(after, before) <= from + 1 ? from + 1 : null;
}

/** Run of study days that may reach over a date that never was. */
interface JoinedRun {
  from: Day;
  to: Day;
  /** Study days in it. */
  days: number;
}

/** Runs of study days, oldest first, joined over dates that never were. */
export const joinedRuns = (runs: DayRuns, skipped: SkippedDays): JoinedRun[] =>
  runs.reduce<JoinedRun[]>((joined, [from, to]) => {
    const last = joined.at(-1);
    const days = to - from + 1;
    if (!last || from !== last.to + 2 || !skipped.includes(last.to + 1))
      return [...joined, { from, to, days }];
    return [...joined.slice(0, -1), { from: last.from, to, days: last.days + days }];
  }, []);

/** Study days of the run that contains a day. */
export function runLength(runs: DayRuns, day: Day, skipped: SkippedDays = []): number {
  const run = joinedRuns(runs, skipped).find(({ from, to }) => from <= day && day <= to);
  return run && runOf(runs, day) ? run.days : 0;
}

/**
 * Current streak: consecutive study days up to today or yesterday, otherwise 0. Tomorrow counts too, for
 * learners who travelled west, and the day before yesterday when yesterday never was. Later days come from a wrong clock and
 * are ignored.
 */
export function streakOn(runs: DayRuns, today: Day, skipped: SkippedDays = []): number {
  const yesterday = skipped.includes(today - 1) ? today - 2 : today - 1;
  const last = joinedRuns(runs, skipped).findLast(({ from, to }) => from <= today + 1 && to >= yesterday);
  return last ? last.days - Math.max(0, last.to - (today + 1)) : 0;
}
