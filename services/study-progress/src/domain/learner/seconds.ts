import { study } from '@kumbuka/contracts';

/** Durations of the latest answers in milliseconds, oldest first. */
export type Durations = readonly number[];

const remembered = 101;

export const addDuration = (durations: Durations, ms: number): Durations =>
  [...durations, ms].slice(-remembered);

/** Removes the duration of an undone answer: the latest one of that length. */
export function removeDuration(durations: Durations, ms: number): Durations {
  const at = durations.lastIndexOf(ms);
  return at < 0 ? durations : durations.toSpliced(at, 1);
}

/** Median seconds per answer; 20 until the first answer with a duration. */
export function secondsPerAnswer(durations: Durations): number {
  if (durations.length === 0) return study.secondsPerAnswer;
  const sorted = durations.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  const median = (upper + lower) / 2000;
  return median > 0 ? median : study.secondsPerAnswer;
}

/** Number of answers that fit into some minutes, at least one. */
export const answersIn = (minutes: number, seconds: number): number =>
  Math.max(1, Math.floor((minutes * 60) / seconds));
