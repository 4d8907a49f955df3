import { t } from '@lingui/core/macro';
import { study } from '@kumbuka/contracts/constants';
import {
  dayMs,
  dayOfDate,
  isTimezone,
  studyDayAt,
  todayAt,
  type LocalClock,
  type StudyCalendar,
} from '@kumbuka/contracts/study-day';
import { browserZone, revealsLocation } from '../format/zones.ts';
import { dateFormat, inDays } from '../format/format.ts';

export type StudyClock = StudyCalendar;

interface StudyStats extends LocalClock {
  /** True until the first device has set the zone. */
  zoneFollowsDevice: boolean;
  /** YYYY-MM-DD. */
  latestStudyDay?: string | null | undefined;
}

const unknownStats: StudyStats = {
  timezone: '',
  dayStartHour: study.dayStartHour,
  zoneFollowsDevice: true,
};

/** The learner's zone and day start. This browser's zone replaces one that is unknown or that an old browser lacks. */
export function studyClockOf(stats: StudyStats | null | undefined): StudyClock {
  const { timezone, dayStartHour, zoneFollowsDevice, latestStudyDay } = stats ?? unknownStats;
  const device = browserZone();
  const isSet = isTimezone(timezone) && !(zoneFollowsDevice && revealsLocation(device));
  return {
    timezone: isSet ? timezone : device,
    dayStartHour,
    ...(latestStudyDay ? { latestStudyDay: dayOfDate(latestStudyDay) } : {}),
  };
}

/** Whole study days from one instant to a later one. */
const studyDaysBetween = (from: Date, to: Date, clock: StudyClock): number =>
  studyDayAt(clock, to) - studyDayAt(clock, from);

/** Never, Today, Yesterday, 'n days ago' under 7, 'n weeks ago' under 30, else 'n months ago'. The labels are literal: '1 weeks ago'. */
export function lastStudiedLabel(studied: string | null | undefined, now: Date, clock: StudyClock): string {
  if (!studied) return t`Never`;
  const days = studyDaysBetween(new Date(studied), now, clock);
  if (days <= 0) return t`Today`;
  if (days === 1) return t`Yesterday`;
  if (days < 7) return t`${days} days ago`;
  if (days < 30) return t`${Math.floor(days / 7)} weeks ago`;
  return t`${Math.floor(days / 30)} months ago`;
}

// A study day is shown as the date on which it begins, which UTC keeps.
const formatWeekday = dateFormat({ weekday: 'long', timeZone: 'UTC' });
const formatDate = dateFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' });

/** 'today', 'tomorrow', 'on Friday' within a week, else 'on 3 March'. */
export function dayLabel(instant: string, now: Date, clock: StudyClock): string {
  const day = studyDayAt(clock, new Date(instant));
  const days = day - todayAt(clock, now);
  if (days <= 1) return inDays(days);
  return t`on ${(days < 7 ? formatWeekday : formatDate)(day * dayMs)}`;
}

/** Day of the week of the study day, such as 'Saturday'. */
export const weekdayLabel = (now: Date, clock: StudyClock): string =>
  formatWeekday(todayAt(clock, now) * dayMs);
