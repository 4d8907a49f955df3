import { deadLetterTopicOf, topicOf, type EventContract } from '../envelope.ts';
import { serviceNames } from '../services.ts';
import { aiEvents } from './ai.ts';
import { adminEvents } from './admin.ts';
import { authEvents } from './auth.ts';
import { billingEvents } from './billing.ts';
import { decksEvents } from './decks.ts';
import { studyProgressEvents } from './study-progress.ts';

export * from './ai.ts';
export * from './admin.ts';
export * from './auth.ts';
export * from './billing.ts';
export * from './decks.ts';
export * from './study-progress.ts';

/** Every event of the product, the reference for readers of the topics. */
export const events: readonly EventContract[] = [
  ...authEvents,
  ...decksEvents,
  ...studyProgressEvents,
  ...aiEvents,
  ...billingEvents,
  ...adminEvents,
];

const eventTopics = serviceNames.map(topicOf);

/** Every topic with its dead-letter twin; the migration step creates them with this many partitions. */
export const topics = [...eventTopics, ...eventTopics.map(deadLetterTopicOf)].map((name) => ({
  name,
  partitions: 6,
}));
