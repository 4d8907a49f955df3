import type { Day } from './calendar.ts';

/** Runs of consecutive study days, oldest first, both ends included. */
export type DayRuns = readonly (readonly [from: Day, to: Day])[];

/**
 * Runs that are remembered. They are counted, not measured from the newest day: a day under a clock far ahead must
 * not push out the running streak. An answer is at most 30 days late, so it meets at most 16 of them.
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

/** Marks a day as studied. */
export function addDay(runs: DayRuns, day: Day): DayRuns {
  if (runOf(runs, day)) return runs;
  const one: DayRuns = [[day, day]];
  return join([...runs, ...one].sort(([a], [b]) => a - b)).slice(-rememberedRuns);
}

/** Takes a day out again, when its last answer was undone. */
export const removeDay = (runs: DayRuns, day: Day): DayRuns =>
  runOf(runs, day) ? runs.flatMap((run) => without(run, day)) : runs;

/** Length of the run that a day is in. */
export function runLength(runs: DayRuns, day: Day): number {
  const run = runOf(runs, day);
  return run ? run[1] - run[0] + 1 : 0;
}

/**
 * Consecutive days with an answer, counting from today or yesterday; 0 when the run ended before. Tomorrow belongs to
 * it for who travelled west; days further ahead were studied under a wrong clock and count for nothing yet.
 */
export function streakOn(runs: DayRuns, today: Day): number {
  const last = runs.findLast(([from, to]) => from <= today + 1 && to >= today - 1);
  return last ? Math.min(last[1], today + 1) - last[0] + 1 : 0;
}
