import { type AnswerEntry, hourOfAnswer } from '@kumbuka/schedule';

/** Counters of one study day, in its row. */
export interface DayCounts {
  answers: number;
  durationMs: number;
  /** Answers by hour of the wall clock, 0 to 23. */
  hours: readonly number[];
}

const noHours: readonly number[] = Array.from({ length: 24 }, () => 0);

export const emptyDayCounts: DayCounts = { answers: 0, durationMs: 0, hours: noHours };

/** Adds an answer, or takes an undone one out. */
export function countAnswer(counts: DayCounts, answer: AnswerEntry, change: 1 | -1): DayCounts {
  const at = hourOfAnswer(answer);
  return {
    answers: counts.answers + change,
    durationMs: counts.durationMs + change * answer.durationMs,
    hours: counts.hours.with(at, (counts.hours[at] ?? 0) + change),
  };
}

/** Whether a row counts the time and the hour of every answer; older rows do so after a rebuild. */
export const isComplete = ({ answers, hours }: DayCounts): boolean =>
  hours.reduce((sum, count) => sum + count, 0) === answers;
