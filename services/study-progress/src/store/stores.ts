import type { ClientSession, Connection } from 'mongoose';
import { createCardStore } from './card-store.ts';
import { createDayStore } from './day-store.ts';
import { createDeckStore } from './deck-store.ts';
import { createFitStore } from './fit-store.ts';
import { createLearnerStore } from './learner-store.ts';
import { createReminderStore } from './reminder-store.ts';
import { createReviewStore } from './review-store.ts';
import { createSettingsStore } from './settings-store.ts';
import { createStudyStore } from './study-store.ts';

/** Stores bound to one transaction. */
export const createStoresIn = (connection: Connection, session: ClientSession) => ({
  studies: createStudyStore(connection, session),
  cards: createCardStore(connection, session),
  reviews: createReviewStore(connection, session),
  settings: createSettingsStore(connection, session),
  reminders: createReminderStore(connection, session),
});

export const createStores = (connection: Connection) => ({
  studies: createStudyStore(connection),
  learners: createLearnerStore(connection),
  decks: createDeckStore(connection),
  cards: createCardStore(connection),
  days: createDayStore(connection),
  reviews: createReviewStore(connection),
  settings: createSettingsStore(connection),
  reminders: createReminderStore(connection),
  fits: createFitStore(connection),
});
