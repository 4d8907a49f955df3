import { limits, ValidationFailed } from '@kumbuka/contracts';
import { canonicalTimezone, isTimezone } from '@kumbuka/contracts/study-day';
import type { Settings } from './learner.ts';

/** Changed settings; missing fields keep their value. */
export type SettingsChange = { [Field in keyof Settings]?: Settings[Field] | undefined };

const refuse = (path: string, message: string) => {
  throw new ValidationFailed([{ path, message }]);
};
const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

/** Rejects invalid settings. */
export function checkSettings({ weeklyGoal, targetDays, timezone, dayStartHour }: SettingsChange) {
  if (weeklyGoal !== undefined && !isWithin(weeklyGoal, 1, limits.weeklyGoalMost))
    refuse('weeklyGoal', `Must be a whole number from 1 to ${limits.weeklyGoalMost}.`);
  if (targetDays !== undefined && !isWithin(targetDays, 1, 7))
    refuse('targetDays', 'Must be a whole number from 1 to 7.');
  if (dayStartHour !== undefined && !isWithin(dayStartHour, 0, 23))
    refuse('dayStartHour', 'Must be a whole number from 0 to 23.');
  if (timezone !== undefined && !isTimezone(timezone))
    refuse('timezone', 'Must be the IANA name of a time zone, such as Africa/Nairobi.');
}

/** Stored form: rows written before zones could be chosen lack `zoneFollowsDevice`, which was always on. */
type StoredSettings = Omit<Settings, 'zoneFollowsDevice'> & Partial<Settings>;

export const settingsOf = ({
  timezone,
  dayStartHour,
  weeklyGoal,
  targetDays,
  zoneFollowsDevice = true,
}: StoredSettings): Settings => ({ timezone, dayStartHour, weeklyGoal, targetDays, zoneFollowsDevice });

export const withChanges = (settings: Settings, changes: SettingsChange): Settings => ({
  timezone: changes.timezone === undefined ? settings.timezone : canonicalTimezone(changes.timezone),
  dayStartHour: changes.dayStartHour ?? settings.dayStartHour,
  weeklyGoal: changes.weeklyGoal ?? settings.weeklyGoal,
  targetDays: changes.targetDays ?? settings.targetDays,
  zoneFollowsDevice: changes.zoneFollowsDevice ?? settings.zoneFollowsDevice,
});

export const isSameSettings = (a: Settings, b: Settings): boolean =>
  a.timezone === b.timezone &&
  a.dayStartHour === b.dayStartHour &&
  a.weeklyGoal === b.weeklyGoal &&
  a.targetDays === b.targetDays &&
  a.zoneFollowsDevice === b.zoneFollowsDevice;
