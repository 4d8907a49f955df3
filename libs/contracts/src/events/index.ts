import { deadLetterTopicOf, topicOf, type EventContract } from '../envelope.ts';
import { serviceNames } from '../services.ts';
import { aiEvents } from './ai.ts';
import { adminEvents } from './admin.ts';
import { authEvents } from './auth.ts';
import { billingEvents } from './billing.ts';
import { decksEvents } from './decks.ts';
import { studyProgressEvents } from './study-progress.ts';

export * from './access.ts';
export * from './ai.ts';
export * from './admin.ts';
export * from './auth.ts';
export * from './billing.ts';
export * from './decks.ts';
export * from './study-progress.ts';

/** All events of the product, for consumers of the topics. */
export const events: readonly EventContract[] = [
  ...authEvents,
  ...decksEvents,
  ...studyProgressEvents,
  ...aiEvents,
  ...billingEvents,
  ...adminEvents,
];

const eventTopics = serviceNames.map(topicOf);
const dayMs = 86_400_000;
const planOf = (days: number) => (name: string) => ({ name, partitions: 6, retentionMs: days * dayMs });

/** Event topics, and dead-letter topics, which wait for an operator and are kept longer than Kafka's default of 7 days. */
export const topics = [...eventTopics.map(planOf(14)), ...eventTopics.map(deadLetterTopicOf).map(planOf(90))];
