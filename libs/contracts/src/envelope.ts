import { z } from 'zod';

/** The versioned thing whose state an event tells of: order is promised within one aggregate. */
export const aggregateRef = z.object({
  type: z.string().min(1).max(40),
  id: z.string().min(1).max(80),
  /** Raised by one with every event of the aggregate, starting at 1. */
  version: z.int().positive(),
});
export type AggregateRef = z.infer<typeof aggregateRef>;

/**
 * What every Kafka message carries. `data` holds ids and facts, never names, addresses or card texts.
 * Times are ISO 8601 in UTC. Readers ignore fields that they do not know.
 */
export const envelope = z.object({
  id: z.uuid(),
  type: z.string().regex(/^[a-z-]+\.[a-z-]+$/),
  version: z.int().positive(),
  occurredAt: z.iso.datetime(),
  source: z.string().min(1),
  /** The user whose data this is about; also the partition key. */
  key: z.string().min(1),
  aggregate: aggregateRef,
  correlationId: z.string().min(1),
  causationId: z.string().min(1).nullable(),
  traceparent: z.string().optional(),
  data: z.record(z.string(), z.unknown()),
});
export type Envelope<Data = Record<string, unknown>> = Omit<z.infer<typeof envelope>, 'data'> & {
  data: Data;
};

export interface EventContract<Data extends z.ZodObject = z.ZodObject> {
  type: string;
  version: number;
  source: string;
  topic: string;
  aggregate: string;
  description: string;
  data: Data;
}
export type EventData<Contract extends EventContract> = z.infer<Contract['data']>;

/** Declares one event of a service; its topic is `<source>.events`. */
export function defineEvent<Data extends z.ZodObject>(
  source: string,
  name: string,
  aggregate: string,
  description: string,
  data: Data,
  version = 1,
): EventContract<Data> {
  return { type: `${source}.${name}`, version, source, topic: topicOf(source), aggregate, description, data };
}

export const topicOf = (source: string) => `${source}.events`;
export const deadLetterTopicOf = (topic: string) => `${topic}.dlt`;
