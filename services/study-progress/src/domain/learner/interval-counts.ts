import type { Recall } from '@kumbuka/schedule';

/** Reviews after an interval, and how many of them were correct. */
export type ReviewCount = readonly [reviews: number, recalled: number];

/** Reviews of all time by interval, in the order of `intervalRanges`. */
export type IntervalCounts = readonly ReviewCount[];

/** Days between two answers to a card, both ends inclusive; `null` is without an end. */
export const intervalRanges: readonly (readonly [from: number, to: number | null])[] = [
  [1, 1],
  [2, 3],
  [4, 7],
  [8, 14],
  [15, 30],
  [31, 90],
  [91, null],
];

export const noIntervalCounts: IntervalCounts = intervalRanges.map(() => [0, 0]);

const rangeOf = (interval: number) => intervalRanges.findIndex(([, to]) => to === null || interval <= to);

/** Adds recalls to their ranges, or takes them out. */
export const countIntervals = (
  counts: IntervalCounts,
  recalls: readonly Recall[],
  change: 1 | -1,
): IntervalCounts =>
  recalls.reduce((all, { interval, wasCorrect }) => {
    const at = rangeOf(interval);
    const [reviews, recalled] = all[at] ?? [0, 0];
    return all.with(at, [reviews + change, recalled + (wasCorrect ? change : 0)]);
  }, counts);
