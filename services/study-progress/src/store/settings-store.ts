import { defineCollection, field, type RowOf } from '@kumbuka/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import type { EasyDay } from '@kumbuka/schedule';
import { studyOrders, type Settings } from '../domain/learner/learner.ts';
import { settingsOf } from '../domain/learner/settings.ts';
import type { SettingsStore } from '../use-cases/ports.ts';

const easyDays: {
  type: [StringConstructor];
  holds?: readonly EasyDay[];
  required: false;
  default: undefined;
} = { type: [String], required: false, default: undefined };
const deckSettings = {
  deckId: field.number,
  rememberPercent: field.numberOrNull,
  newCardsPerDay: field.numberOrNull,
} as const;

const exam = {
  day: field.number,
  deckIds: [Number],
  minutesADay: field.number,
  plannedOn: field.number,
  cards: field.number,
  promise: [Number],
} as const;

/** The learner's row holds a copy, so that reads need one query. */
export const settingsFields = {
  timezone: field.text,
  dayStartHour: field.number,
  weeklyGoal: field.number,
  targetDays: field.number,
  // Missing in rows written before they could be chosen.
  zoneFollowsDevice: Boolean,
  advancesAutomatically: { ...field.orNull({ type: Boolean }), required: false },
  portionSize: Number,
  focusMode: Boolean,
  singleKeyShortcuts: Boolean,
  repeatsMissed: Boolean,
  rememberPercent: Number,
  longestInterval: Number,
  newCardsPerDay: Number,
  dailyLimit: Number,
  studyOrder: { ...field.oneOf(studyOrders), required: false },
  easyDays,
  absence: { type: [Number], required: false, default: undefined },
  exam: { ...field.orNull(field.partOf(exam)), required: false },
  fourAnswers: Boolean,
  showsNextDay: Boolean,
  deckSettings: { ...field.partsOf(deckSettings), default: undefined, required: false },
} as const;

export const settingsCollection = defineCollection({
  model: 'Settings',
  name: 'settings',
  fields: { _id: field.number, ...settingsFields },
});

/** Settings of learners: besides the log, the only data that cannot be derived. */
export function createSettingsStore(
  connection: Connection,
  session: ClientSession | null = null,
): SettingsStore {
  const settings = settingsCollection.on(connection);
  const inSession = session ? { session } : {};
  return {
    async find(ownerId): Promise<Settings | null> {
      const row = await settings.findById(ownerId).session(session).lean<RowOf<typeof settingsCollection>>();
      return row && settingsOf(row);
    },
    async save(ownerId, fields) {
      await settings.replaceOne({ _id: ownerId }, fields, { ...inSession, upsert: true });
    },
    async erase(ownerId) {
      await settings.deleteOne({ _id: ownerId });
    },
  };
}
