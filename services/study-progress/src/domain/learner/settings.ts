import { limits, ValidationFailed } from '@kumbuka/contracts';
import { canonicalTimezone, isTimezone, type Day, type LocalClock } from '@kumbuka/contracts/study-day';
import { newSettings, type DeckSettings, type Settings } from './learner.ts';

/** Changed settings; missing fields keep their value. */
export type SettingsChange = { [Field in keyof Settings]?: Settings[Field] | undefined };

const refuse = (path: string, message: string) => {
  throw new ValidationFailed([{ path, message }]);
};

const longestAbsence = 366;

/** Least and greatest value. */
const ranges = {
  weeklyGoal: [1, limits.maxWeeklyGoal],
  targetDays: [1, 7],
  dayStartHour: [0, 23],
  portionSize: [limits.minPortionSize, limits.maxPortionSize],
  rememberPercent: [limits.minRememberPercent, limits.maxRememberPercent],
  longestInterval: [limits.minLongestInterval, limits.maxLongestInterval],
  newCardsPerDay: [0, limits.maxCardsPerDay],
  dailyLimit: [0, limits.maxCardsPerDay],
} as const satisfies { [Field in keyof Settings]?: readonly [number, number] };
type Ranged = keyof typeof ranges;

function checkRange(field: Ranged, value: number | null | undefined) {
  const [least, most] = ranges[field];
  if (value === undefined || value === null) return;
  if (!Number.isInteger(value) || value < least || value > most)
    refuse(field, `Must be a whole number from ${least} to ${most}.`);
}

/** Rejects invalid settings. */
export function checkSettings(change: SettingsChange) {
  for (const field of Object.keys(ranges) as Ranged[]) checkRange(field, change[field]);
  const { timezone, easyDays, absence = [], exam } = change;
  if (exam && (exam.day <= exam.plannedOn || exam.promise.length !== exam.day - exam.plannedOn + 1))
    refuse('exam', 'Must be later than its planning, with a promise for each day.');
  const [from, until] = absence;
  if (from !== undefined && (until === undefined || until < from || until >= from + longestAbsence))
    refuse('absence', `Must end on a day from its first one on, within ${longestAbsence} days.`);
  if (timezone !== undefined && !isTimezone(timezone))
    refuse('timezone', 'Must be the IANA name of a time zone, such as Africa/Nairobi.');
  if (easyDays !== undefined && (easyDays.length !== 7 || easyDays.every((kind) => kind === 'off')))
    refuse('easyDays', 'Must be seven days from Sunday, not all of them off.');
}

/** Rejects an absence that is over: it would be saved and shown nowhere. */
export function checkAbsence({ absence }: SettingsChange, today: Day) {
  const until = absence?.at(-1);
  if (until !== undefined && until < today) refuse('absence', 'These days are over.');
}

/** Rejects invalid settings of a deck, and more decks than a learner may set. */
export function checkDeckSettings({ rememberPercent, newCardsPerDay }: DeckSettings) {
  checkRange('rememberPercent', rememberPercent);
  checkRange('newCardsPerDay', newCardsPerDay);
}

const isDefault = ({ rememberPercent, newCardsPerDay }: DeckSettings) =>
  rememberPercent === null && newCardsPerDay === null;

/** Replaces the settings of one deck; one that has none of its own is left out. */
export function withDeckSettings(all: readonly DeckSettings[], deck: DeckSettings): DeckSettings[] {
  const others = all.filter(({ deckId }) => deckId !== deck.deckId);
  if (isDefault(deck)) return others;
  if (others.length >= limits.decksWithSettings)
    refuse('deckId', `At most ${limits.decksWithSettings} decks can have settings of their own.`);
  return [...others, deck].sort((a, b) => a.deckId - b.deckId);
}

/** Stored form: older rows lack the settings that came later. */
type StoredSettings = LocalClock & Pick<Settings, 'weeklyGoal' | 'targetDays'> & SettingsChange;

const names = Object.keys(newSettings) as (keyof Settings)[];

/** The settings alone, of a learner or a row. */
export const settingsOf = (stored: StoredSettings): Settings =>
  Object.fromEntries(names.map((name) => [name, stored[name] ?? newSettings[name]])) as unknown as Settings;

export function withChanges(settings: Settings, changes: SettingsChange): Settings {
  const { timezone } = changes;
  const canonical = timezone === undefined ? {} : { timezone: canonicalTimezone(timezone) };
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...settings, ...Object.fromEntries(given), ...canonical };
}

export const isSameSettings = (a: Settings, b: Settings): boolean =>
  JSON.stringify(settingsOf(a)) === JSON.stringify(settingsOf(b));
