import { limits } from '@kumbuka/contracts/constants';
import { present } from '../../shared/account/field-errors.ts';
import { browserZone } from '../../shared/lib/zones.ts';

/** As the form holds it; a zone of '' is that of the device. */
export type StudyValues = { zone: string; dayStart: string; weeklyGoal: string; targetDays: string };

export interface StudySettings {
  timezone: string;
  zoneFollowsDevice: boolean;
  dayStartHour: number;
  weeklyGoal: number;
  targetDays: number;
}

export const valuesOf = (settings: StudySettings): StudyValues => ({
  zone: settings.zoneFollowsDevice ? '' : settings.timezone,
  dayStart: String(settings.dayStartHour),
  weeklyGoal: String(settings.weeklyGoal),
  targetDays: String(settings.targetDays),
});

function wholeError(text: string, most: number): string | undefined {
  const number = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  const isWithin = number >= 1 && number <= most;
  return isWithin ? undefined : `Enter a whole number from 1 to ${most.toLocaleString('en')}`;
}

export const studyErrors = ({ weeklyGoal, targetDays }: StudyValues) =>
  present({
    weeklyGoal: wholeError(weeklyGoal, limits.weeklyGoalMost),
    targetDays: wholeError(targetDays, 7),
  });

/** What the server is asked to keep. */
export const inputOf = ({ zone, dayStart, weeklyGoal, targetDays }: StudyValues): StudySettings => ({
  timezone: zone === '' ? browserZone() : zone,
  zoneFollowsDevice: zone === '',
  dayStartHour: Number(dayStart),
  weeklyGoal: Number(weeklyGoal),
  targetDays: Number(targetDays),
});

/** '04:00'. */
export const hourLabel = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
