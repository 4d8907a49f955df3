import type { KafkaAccess } from './kafka/access.ts';
import type { Log } from './log.ts';

export interface BusMessage {
  /** Decides the partition; messages of one key keep their order. */
  key: string | Buffer | null;
  value: string | Buffer | null;
  headers?: Record<string, string>;
}

export interface ReceivedMessage {
  topic: string;
  partition: number;
  offset: string;
  key: string;
  value: string;
  headers: Record<string, string>;
  /** Key and value as they came, for dead letters. */
  raw: { key: Buffer | null; value: Buffer | null };
}

/** One batch of one partition, and what its handler may do while it works. */
export interface ReceivedBatch {
  /** Raised whenever the partitions were shared out anew. */
  generation: number;
  messages: ReceivedMessage[];
  /** Marks everything up to this offset as done. */
  done(offset: string): void;
  /** Must be called at least every few seconds while work goes on; rejects once the group rebalances. */
  heartbeat(): Promise<void>;
  /** False once the partition belongs to somebody else or the consumer stops. */
  isMine(): boolean;
}

export interface SubscribeOptions {
  group: string;
  topics: readonly string[];
  /** Messages may come half a second late: those of a while come together, and are less work so. */
  gathers?: boolean;
  onBatch: (batch: ReceivedBatch) => Promise<void>;
}

export interface Subscription {
  stop(): Promise<void>;
  /** True while the group counts this process as a member. */
  isReady(): boolean;
  /** False when it neither consumes nor tries to for a minute. */
  isAlive(): boolean;
}

/** What the product needs of a log of events; `createBus` has it on Kafka. */
export interface Bus {
  start(): Promise<void>;
  /** Ends the subscriptions and leaves. */
  stop(): Promise<void>;
  isReady(): boolean;
  /** Resolves when every replica has the messages; rejects while Kafka is away. */
  publish(topic: string, messages: readonly BusMessage[]): Promise<void>;
  /** Joins the group when Kafka is there, and again after every failure; resolves at once. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /** Messages of the topics that the group has not worked off; rejects while Kafka is away. */
  lag(group: string, topics: readonly string[]): Promise<number>;
  /** Messages that the topics hold; rejects while Kafka is away. */
  count(topics: readonly string[]): Promise<number>;
}

export interface BusOptions extends KafkaAccess {
  clientId: string;
  log: Log;
}

/** A message that Kafka will never take, however often it is sent. */
export class MessageTooLarge extends Error {
  readonly code = 'MESSAGE_TOO_LARGE';

  constructor(topic: string, cause: unknown) {
    super(`Kafka refused a message for ${topic} because of its size.`, { cause });
    this.name = 'MessageTooLarge';
  }
}

/** Kafka cannot be reached or does not answer as it should. */
export class BusUnavailable extends Error {
  readonly code = 'BUS_UNAVAILABLE';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BusUnavailable';
  }
}
