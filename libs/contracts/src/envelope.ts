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
  /** The version before this one: who listens to this one takes both. */
  earlier?: EarlierVersion;
}
export interface EarlierVersion {
  contract: EventContract;
  /** What its data says in the words of the version after it. */
  upcast(told: unknown): unknown;
}
export type EventData<Contract extends EventContract> = z.infer<Contract['data']>;

/** Declares one event of a service; its topic is `<source>.events`. */
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
 * Declares the next version of an event, which says something else or in other words. `upcast` says what data of the
 * version before means in it; listeners of the new version are given both as the new one.
 */
export function nextVersion<Before extends z.ZodObject, Data extends z.ZodObject>(
  before: EventContract<Before>,
  data: Data,
  upcast: (told: z.output<Before>) => z.input<Data>,
): EventContract<Data> {
  const earlier = {
    contract: before,
    upcast: (told: unknown) => upcast(before.data.parse(told)),
  };
  return { ...before, version: before.version + 1, data, earlier };
}

/** The versions that a listener of the contract understands, its own one first. */
export const versionsOf = ({ version, earlier }: EventContract): number[] => [
  version,
  ...(earlier ? versionsOf(earlier.contract) : []),
];

/** What data of one of the versions says in the contract's own; throws ZodError when it breaks its version. */
export function readData(contract: EventContract, version: number, told: unknown): Record<string, unknown> {
  const { earlier } = contract;
  const isEarlier = earlier !== undefined && version < contract.version;
  return contract.data.parse(isEarlier ? earlier.upcast(readData(earlier.contract, version, told)) : told);
}

export const topicOf = (source: string) => `${source}.events`;
export const deadLetterTopicOf = (topic: string) => `${topic}.dlt`;
