import type { EventStatus } from '@kumbuka/contracts';

/** Number of events of a topic that a service has not processed. */
export interface TopicLag {
  topic: string;
  lag: number;
}

/** State of the events of a service. Unavailable values are `null`, never 0. */
export interface ServiceEvents {
  service: string;
  /** `null` while the service is unavailable. */
  own: EventStatus | null;
  /** `null` while Kafka is unavailable. */
  lags: TopicLag[] | null;
  deadLetters: number | null;
  /** Dead letters that an operator discarded; `null` while the database is unavailable. */
  discarded: number | null;
}

/** Returns the age of the oldest unpublished event in seconds; 0 without one. */
export function outboxAgeOf({ outbox }: EventStatus, now: Date): number {
  if (outbox.oldestAt === null) return 0;
  return Math.max(0, (now.getTime() - Date.parse(outbox.oldestAt)) / 1_000);
}
