import type { Day } from './calendar.ts';

/** Runs of consecutive study days, oldest first, both ends included. */
export type DayRuns = [from: Day, to: Day][];

/** Runs that ended longer ago than this are forgotten; no rule looks back further. */
export const rememberedDays = 400;

const join = (runs: DayRuns): DayRuns =>
  runs.reduce<DayRuns>((joined, [from, to]) => {
    const last = joined.at(-1);
    if (!last || from > last[1] + 1) return [...joined, [from, to]];
    return [...joined.slice(0, -1), [last[0], Math.max(last[1], to)]];
  }, []);

const forget = (runs: DayRuns, newest: Day): DayRuns =>
  runs.filter(([, to]) => to >= newest - rememberedDays);

const without = ([from, to]: [Day, Day], day: Day): DayRuns => {
  if (day < from || day > to) return [[from, to]];
  const parts: DayRuns = [
    [from, day - 1],
    [day + 1, to],
  ];
  return parts.filter(([first, last]) => first <= last);
};

/** Marks a day as studied; `newest` is the latest day ever studied. */
export const addDay = (runs: DayRuns, day: Day, newest: Day): DayRuns =>
  forget(join([...runs, [day, day] as [Day, Day]].sort(([a], [b]) => a - b)), newest);

/** Takes a day out again, when its last answer was undone. */
export const removeDay = (runs: DayRuns, day: Day, newest: Day): DayRuns =>
  forget(
    runs.flatMap((run) => without(run, day)),
    newest,
  );

/** Length of the latest run. */
export function latestRun(runs: DayRuns): number {
  const last = runs.at(-1);
  return last ? last[1] - last[0] + 1 : 0;
}

/** Consecutive days with an answer, counting from today or yesterday; 0 when the run ended before. */
export function streakOn(runs: DayRuns, today: Day): number {
  const last = runs.at(-1);
  return last && last[1] >= today - 1 ? latestRun(runs) : 0;
}
