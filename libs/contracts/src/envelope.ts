import { z } from 'zod';

/** Versioned entity that an event changes; order is guaranteed within one aggregate. */
export const aggregateRef = z.object({
  type: z.string().min(1).max(40),
  id: z.string().min(1).max(80),
  /** Incremented by each event of the aggregate, starting at 1. */
  version: z.int().positive(),
});
export type AggregateRef = z.infer<typeof aggregateRef>;

/**
 * Payload of every Kafka message. `data` holds ids and values, never names, addresses or card texts. Times
 * are ISO 8601 in UTC. Consumers ignore unknown fields.
 */
export const envelope = z.object({
  id: z.uuid(),
  type: z.string().regex(/^[a-z-]+\.[a-z-]+$/),
  version: z.int().positive(),
  occurredAt: z.iso.datetime(),
  source: z.string().min(1),
  /** User whom the data concerns; also the partition key. */
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
  /** Previous version; consumers of this version accept both. */
  earlier?: EarlierVersion;
}
export interface EarlierVersion {
  contract: EventContract;
  /** Converts data of the previous version. */
  upcast(event: unknown): unknown;
}
export type EventData<Contract extends EventContract> = z.infer<Contract['data']>;

/** Declares an event of a service; its topic is `<source>.events`. */
export function defineEvent<Data extends z.ZodObject>(
  source: string,
  name: string,
  aggregate: string,
  description: string,
  data: Data,
): EventContract<Data> {
  return {
    type: `${source}.${name}`,
    version: 1,
    source,
    topic: topicOf(source),
    aggregate,
    description,
    data,
  };
}

/**
 * Declares the next version of an event. `upcast` converts data of the previous version, so that consumers of
 * the new version receive both in the new form.
 */
export function nextVersion<Before extends z.ZodObject, Data extends z.ZodObject>(
  before: EventContract<Before>,
  data: Data,
  upcast: (event: z.output<Before>) => z.input<Data>,
): EventContract<Data> {
  const earlier = {
    contract: before,
    upcast: (event: unknown) => upcast(before.data.parse(event)),
  };
  return { ...before, version: before.version + 1, data, earlier };
}

/** Versions that a consumer of the contract accepts, its own first. */
export const versionsOf = ({ version, earlier }: EventContract): number[] => [
  version,
  ...(earlier ? versionsOf(earlier.contract) : []),
];

/**
 * Converts data of an accepted version to the contract's own. Throws ZodError when it violates its version.
 */
export function readData(contract: EventContract, version: number, event: unknown): Record<string, unknown> {
  const { earlier } = contract;
  const isEarlier = earlier !== undefined && version < contract.version;
  return contract.data.parse(isEarlier ? earlier.upcast(readData(earlier.contract, version, event)) : event);
}

export const topicOf = (source: string) => `${source}.events`;
export const deadLetterTopicOf = (topic: string) => `${topic}.dlt`;
