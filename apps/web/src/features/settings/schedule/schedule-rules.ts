import { limits } from '@kumbuka/contracts/constants';
import { dayOfDate } from '@kumbuka/contracts/study-day';
import type { EasyDays, Plan } from '@kumbuka/schedule';
import type { EasyDay, ScheduleSettingsPartsFragment } from './schedule-panel.generated.ts';

export type ScheduleSettings = ScheduleSettingsPartsFragment;

/** Values of the form; easy days are one for each weekday, from Sunday. */
export type ScheduleValues = Record<
  | 'remember'
  | 'longest'
  | 'newCards'
  | 'limit'
  | 'order'
  | 'answers'
  | 'nextDay'
  | `day${0 | 1 | 2 | 3 | 4 | 5 | 6}`,
  string
>;
export const weekdayFields = ['day0', 'day1', 'day2', 'day3', 'day4', 'day5', 'day6'] as const;

export const valuesOf = (settings: ScheduleSettings): ScheduleValues => ({
  remember: String(settings.rememberPercent),
  longest: String(settings.longestInterval),
  newCards: String(settings.newCardsPerDay),
  limit: String(settings.dailyLimit),
  order: settings.studyOrder,
  answers: settings.fourAnswers ? '4' : '2',
  nextDay: String(settings.showsNextDay),
  ...(Object.fromEntries(
    weekdayFields.map((field, weekday) => [field, settings.easyDays[weekday] ?? 'FULL']),
  ) as Record<(typeof weekdayFields)[number], EasyDay>),
});

const easyDaysOf = (values: ScheduleValues) => weekdayFields.map((field) => values[field] as EasyDay);

export const allOff = (values: ScheduleValues): boolean => easyDaysOf(values).every((kind) => kind === 'OFF');

/** Input of the mutation. */
export const inputOf = (values: ScheduleValues): Omit<ScheduleSettings, 'absence'> => ({
  rememberPercent: Number(values.remember),
  longestInterval: Number(values.longest),
  newCardsPerDay: Number(values.newCards),
  dailyLimit: Number(values.limit),
  studyOrder: values.order === 'DECK_BY_DECK' ? 'DECK_BY_DECK' : 'WEAKEST_FIRST',
  easyDays: easyDaysOf(values),
  fourAnswers: values.answers === '4',
  showsNextDay: values.nextDay === 'true',
});

type Absence = ScheduleSettings['absence'];

const kindOf = { FULL: 'full', HALF: 'half', OFF: 'off' } as const;

export const planOf = (values: ScheduleValues, absence: Absence = null): Plan => {
  const { rememberPercent, longestInterval, newCardsPerDay, dailyLimit, easyDays } = inputOf(values);
  const kinds: EasyDays = easyDays.map((kind) => kindOf[kind]);
  return {
    rememberPercent,
    longestInterval,
    newCardsPerDay,
    dailyLimit,
    easyDays: kinds,
    absence: absence && { from: dayOfDate(absence.from), until: dayOfDate(absence.until) },
  };
};

/** Offered numbers and the chosen one, in order. */
export const numbersWith = (offered: readonly number[], chosen: number): number[] =>
  [...new Set([...offered, chosen])].sort((a, b) => a - b);

export const percents = Array.from(
  { length: limits.maxRememberPercent - limits.minRememberPercent + 1 },
  (_, index) => limits.minRememberPercent + index,
);
export const noLimit = 0;
export const noLongest = limits.maxLongestInterval;
