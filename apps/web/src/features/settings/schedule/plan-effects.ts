import { answersADay, foresee, type ForeseenDay, type Plan } from '@kumbuka/schedule';
import { effectOfAbsence } from '../absence/absence-effect.ts';
import { effectOfExam } from '../exam/exam-effect.ts';
import { memoryOf, monthDays, type MemoryTable } from './memory.ts';

/** What a plan would do. */
export interface Effect {
  /** Cards a day in the next month. */
  cardsADay: number;
  minutesADay: number;
  /** Cards a day with more to remember: five percentage points, or as many as there are up to 97. */
  more: { percent: number; cardsADay: number };
  /** Additional cards a day because of the longest interval. */
  addedByLongest: number;
  /** Due cards that wait today, and days until none does; `null` when that is not within the days computed. */
  waiting: { today: number; clearInDays: number | null };
  /** Periods of 30 days. */
  months: { cardsADay: number; minutesADay: number; known: number }[];
}

const monthsShown = 6;
const mostPercent = 97;
const unlimited = 36_500;

const minutesADay = (days: readonly ForeseenDay[]) =>
  days.reduce((sum, { minutes }) => sum + minutes, 0) / Math.max(1, days.length);

/** Computes what a plan would do with the learner's cards. */
function effectOf(table: MemoryTable, plan: Plan): Effect {
  const { cards, habits, scale } = memoryOf(table);
  const daysOf = (changes: Partial<Plan>, days: number) =>
    foresee(cards, { ...plan, ...changes }, habits, days);
  const loadOf = (changes: Partial<Plan>) => scale * answersADay(daysOf(changes, monthDays));
  const days = daysOf({}, monthsShown * monthDays);
  const month = days.slice(0, monthDays);
  const cardsADay = scale * answersADay(month);
  const percent = Math.min(mostPercent, plan.rememberPercent + 5);
  const clear = days.findIndex(({ waiting }) => waiting === 0);
  return {
    cardsADay,
    minutesADay: scale * minutesADay(month),
    more: { percent, cardsADay: loadOf({ rememberPercent: percent }) },
    addedByLongest:
      plan.longestInterval === unlimited ? 0 : cardsADay - loadOf({ longestInterval: unlimited }),
    waiting: { today: days[0]?.waiting ?? 0, clearInDays: clear < 0 ? null : clear },
    months: Array.from({ length: monthsShown }, (_, index) => {
      const part = days.slice(index * monthDays, (index + 1) * monthDays);
      return {
        cardsADay: scale * answersADay(part),
        minutesADay: scale * minutesADay(part),
        known: Math.round(scale * (part.at(-1)?.known ?? 0)),
      };
    }),
  };
}

/** Computes the cards a day of the month that follows a table. */
function monthAfter(table: MemoryTable, plan: Plan): number {
  const { cards, habits, scale } = memoryOf(table);
  return scale * answersADay(foresee(cards, plan, habits, monthDays));
}

/** What can be computed of a plan. */
export const effects = {
  exam: effectOfExam,
  settings: effectOf,
  absence: effectOfAbsence,
  month: monthAfter,
};
export type EffectName = keyof typeof effects;
