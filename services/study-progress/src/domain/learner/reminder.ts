import { ValidationFailed } from '@kumbuka/contracts';
import { dayStart, studyDayAt, type Day, type LocalClock } from '@kumbuka/contracts/study-day';
import { dashboardOf, todayOf } from './dashboard.ts';
import type { Learner } from './learner.ts';

export const reminderChannels = ['notification', 'mail'] as const;
export type ReminderChannel = (typeof reminderChannels)[number];

/** When and how a learner wants to be reminded of due cards. */
export interface Reminder {
  /** Hour in the learner's zone; `null` for no reminders. */
  hour: number | null;
  channel: ReminderChannel;
}

export const noReminder: Reminder = { hour: null, channel: 'notification' };

/** A reminder that is this late, for example after an outage, is left out. */
const latestMs = 2 * 3_600_000;

/** Rejects an hour that no clock shows. */
export function checkReminder({ hour }: Reminder) {
  if (hour !== null && !(Number.isInteger(hour) && hour >= 0 && hour <= 23))
    throw new ValidationFailed([{ path: 'hour', message: 'Must be a whole number from 0 to 23.' }]);
}

/** Instant of an hour within a study day. An hour before the day's start belongs to the day before. */
const reminderOn = ({ timezone, dayStartHour }: LocalClock, hour: number, day: Day): Date =>
  dayStart({ timezone, dayStartHour: hour }, hour < dayStartHour ? day + 1 : day);

/** First instant after another one at which a reminder is due. */
export function nextReminder(clock: LocalClock, hour: number, after: Date): Date {
  for (let day = studyDayAt(clock, after) - 1; ; day++) {
    const at = reminderOn(clock, hour, day);
    if (at > after) return at;
  }
}

/** What a reminder announces, and the study day that it belongs to. */
export interface DueStudy {
  day: Day;
  cards: number;
  minutes: number;
}

/** What to remind a learner of now: nothing at another hour, on a studied day, during an absence and without due cards. */
export function reminderAt(learner: Learner, hour: number, now: Date): DueStudy | null {
  const day = studyDayAt(learner, now);
  const lateMs = now.getTime() - reminderOn(learner, hour, day).getTime();
  if (lateMs < 0 || lateMs > latestMs) return null;
  const isStudied = learner.runs.some(([from, to]) => from <= day && day <= to);
  const [absentFrom, absentTo] = learner.absence;
  const isAbsent = absentFrom !== undefined && absentTo !== undefined && absentFrom <= day && day <= absentTo;
  if (isStudied || isAbsent || todayOf({ learner, now }) !== day) return null;
  const { dueCount, dueMinutes } = dashboardOf({ learner, now });
  return dueCount === 0 ? null : { day, cards: dueCount, minutes: Math.max(1, dueMinutes) };
}
