import type { Day } from '@kumbuka/contracts/study-day';

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

/** Length of the run that contains a day. */
export function runLength(runs: DayRuns, day: Day): number {
  const run = runOf(runs, day);
  return run ? run[1] - run[0] + 1 : 0;
}

/**
 * Current streak: consecutive study days up to today or yesterday, otherwise 0. Tomorrow counts too, for
 * learners who travelled west. Later days come from a wrong clock and are ignored.
 */
export function streakOn(runs: DayRuns, today: Day): number {
  const last = runs.findLast(([from, to]) => from <= today + 1 && to >= today - 1);
  return last ? Math.min(last[1], today + 1) - last[0] + 1 : 0;
}
