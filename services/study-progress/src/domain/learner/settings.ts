import { limits, ValidationFailed } from '@kumbuka/contracts';
import { canonicalTimezone, isTimezone, type LocalClock } from '@kumbuka/contracts/study-day';
import { newSettings, type Settings } from './learner.ts';

/** Changed settings; missing fields keep their value. */
export type SettingsChange = { [Field in keyof Settings]?: Settings[Field] | undefined };

const refuse = (path: string, message: string) => {
  throw new ValidationFailed([{ path, message }]);
};
const isWithin = (value: number, min: number, max: number) =>
  Number.isInteger(value) && value >= min && value <= max;

/** Rejects invalid settings. */
export function checkSettings({
  weeklyGoal,
  targetDays,
  timezone,
  dayStartHour,
  portionSize,
}: SettingsChange) {
  if (weeklyGoal !== undefined && !isWithin(weeklyGoal, 1, limits.maxWeeklyGoal))
    refuse('weeklyGoal', `Must be a whole number from 1 to ${limits.maxWeeklyGoal}.`);
  if (targetDays !== undefined && !isWithin(targetDays, 1, 7))
    refuse('targetDays', 'Must be a whole number from 1 to 7.');
  if (dayStartHour !== undefined && !isWithin(dayStartHour, 0, 23))
    refuse('dayStartHour', 'Must be a whole number from 0 to 23.');
  if (portionSize !== undefined && !isWithin(portionSize, limits.minPortionSize, limits.maxPortionSize))
    refuse(
      'portionSize',
      `Must be a whole number from ${limits.minPortionSize} to ${limits.maxPortionSize}.`,
    );
  if (timezone !== undefined && !isTimezone(timezone))
    refuse('timezone', 'Must be the IANA name of a time zone, such as Africa/Nairobi.');
}

/** Stored form: older rows lack the settings that came later. */
type StoredSettings = LocalClock & Pick<Settings, 'weeklyGoal' | 'targetDays'> & Partial<Settings>;

export const settingsOf = ({
  timezone,
  dayStartHour,
  weeklyGoal,
  targetDays,
  zoneFollowsDevice = newSettings.zoneFollowsDevice,
  advancesAutomatically = newSettings.advancesAutomatically,
  portionSize = newSettings.portionSize,
  focusMode = newSettings.focusMode,
  singleKeyShortcuts = newSettings.singleKeyShortcuts,
  repeatsMissed = newSettings.repeatsMissed,
}: StoredSettings): Settings => ({
  timezone,
  dayStartHour,
  weeklyGoal,
  targetDays,
  zoneFollowsDevice,
  advancesAutomatically,
  portionSize,
  focusMode,
  singleKeyShortcuts,
  repeatsMissed,
});

export const withChanges = (settings: Settings, changes: SettingsChange): Settings => ({
  timezone: changes.timezone === undefined ? settings.timezone : canonicalTimezone(changes.timezone),
  dayStartHour: changes.dayStartHour ?? settings.dayStartHour,
  weeklyGoal: changes.weeklyGoal ?? settings.weeklyGoal,
  targetDays: changes.targetDays ?? settings.targetDays,
  zoneFollowsDevice: changes.zoneFollowsDevice ?? settings.zoneFollowsDevice,
  advancesAutomatically: changes.advancesAutomatically ?? settings.advancesAutomatically,
  portionSize: changes.portionSize ?? settings.portionSize,
  focusMode: changes.focusMode ?? settings.focusMode,
  singleKeyShortcuts: changes.singleKeyShortcuts ?? settings.singleKeyShortcuts,
  repeatsMissed: changes.repeatsMissed ?? settings.repeatsMissed,
});

/** Values in one order, of a learner or a row too. */
const valuesOf = (settings: Settings) => Object.values(settingsOf(settings));

export function isSameSettings(a: Settings, b: Settings): boolean {
  const others = valuesOf(b);
  return valuesOf(a).every((value, index) => value === others[index]);
}
