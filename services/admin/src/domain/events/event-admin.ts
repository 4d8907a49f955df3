import type { OwnEvents } from '@kumbuka/contracts';

/** Number of events of a topic that a service has not processed. */
export interface TopicLag {
  topic: string;
  lag: number;
}

/** How the events of a service stand. What nobody knows at the moment is null, and never 0. */
export interface ServiceEvents {
  service: string;
  /** Null while the service does not answer. */
  own: OwnEvents | null;
  /** Null while Kafka does not answer. */
  lags: TopicLag[] | null;
  deadLetters: number | null;
  /** Dead letters that an operator put aside. */
  discarded: number;
}

/** Seconds for which the oldest event has been waiting to be published; 0 when none waits. */
export function outboxAgeOf({ outbox }: OwnEvents, now: Date): number {
  if (outbox.oldestAt === null) return 0;
  return Math.max(0, (now.getTime() - Date.parse(outbox.oldestAt)) / 1_000);
}
