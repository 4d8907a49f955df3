import { t } from '@lingui/core/macro';
import { limits } from '@kumbuka/contracts/constants';
import { present } from '../../shared/account/field-errors.ts';
import { numberLabel } from '../../shared/format/format.ts';

/** Values of the form, as typed. */
export type StudyValues = { zone: string; dayStart: string; weeklyGoal: string; targetDays: string };

export interface StudySettings {
  timezone: string;
  zoneFollowsDevice: boolean;
  dayStartHour: number;
  weeklyGoal: number;
  targetDays: number;
}

export const valuesOf = (settings: StudySettings): StudyValues => ({
  zone: settings.timezone,
  dayStart: String(settings.dayStartHour),
  weeklyGoal: String(settings.weeklyGoal),
  targetDays: String(settings.targetDays),
});

function wholeError(text: string, max: number): string | undefined {
  const number = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  const isWithin = number >= 1 && number <= max;
  return isWithin ? undefined : t`Enter a whole number from 1 to ${numberLabel(max)}`;
}

export const studyErrors = ({ weeklyGoal, targetDays }: StudyValues) =>
  present({
    weeklyGoal: wholeError(weeklyGoal, limits.maxWeeklyGoal),
    targetDays: wholeError(targetDays, 7),
  });

/** Input of the mutation. */
export const inputOf = (
  { zone, dayStart, weeklyGoal, targetDays }: StudyValues,
  { timezone, zoneFollowsDevice }: StudySettings,
): StudySettings => ({
  timezone: zone,
  zoneFollowsDevice: zoneFollowsDevice && zone === timezone,
  dayStartHour: Number(dayStart),
  weeklyGoal: Number(weeklyGoal),
  targetDays: Number(targetDays),
});

/** Formats an hour: '04:00'. */
const hourLabel = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
export const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourLabel(hour),
}));
