import { dayOfDate, type Day } from '@kumbuka/contracts/study-day';
import { newCardStudy, type CardStudy } from './card-study.ts';
import { chosenDueDay } from './due-day-of-answer.ts';
import { standardParameters } from './parameters.ts';
import type { Rating } from './review-log.ts';
import type { EasyDays } from './spread.ts';

/** Schedule of a card as clients see it. Dates are YYYY-MM-DD. */
export interface ShownSchedule {
  stabilityDays: number | null;
  difficulty: number | null;
  lapses: number;
  studyCount: number;
  lastStudyDay: string | null;
  dueOn: string | null;
}

/** Settings of the learner, those of the card's deck before their own. */
export interface ShownSettings {
  rememberPercent: number;
  longestInterval: number;
  easyDays: EasyDays;
  /** `null` for the default weights. */
  weights: readonly number[] | null;
}

const dayOrNull = (date: string | null): Day | null => (date === null ? null : dayOfDate(date));

const studyOf = (shown: ShownSchedule): CardStudy => ({
  ...newCardStudy,
  correct: shown.studyCount,
  stability: shown.stabilityDays,
  difficulty: shown.difficulty,
  lapses: shown.lapses,
  lastDay: dayOrNull(shown.lastStudyDay),
  dueDay: dayOrNull(shown.dueOn),
});

/**
 * Day on which a card comes next after each answer. The forecast begins today. A client that shows a day sends it with the
 * answer, because the load may have changed meanwhile.
 */
export function nextDueDays(
  cardId: number,
  schedule: ShownSchedule,
  { rememberPercent, longestInterval, easyDays, weights }: ShownSettings,
  forecast: readonly { date: string; count: number }[],
): Record<Rating, Day> {
  const day = dayOfDate(forecast[0]?.date ?? '');
  const counts = new Map(forecast.map(({ date, count }) => [dayOfDate(date), count]));
  const parameters = {
    ...standardParameters,
    weights: weights ?? standardParameters.weights,
    desiredRetention: rememberPercent / 100,
    longestInterval,
  };
  const spread = { easyDays, load: (on: Day) => counts.get(on) ?? 0 };
  const study = studyOf(schedule);
  const after = (rating: Rating) => chosenDueDay(study, { cardId, day, rating }, parameters, { spread });
  return { 1: after(1), 2: after(2), 3: after(3), 4: after(4) };
}
