import type { KafkaAccess } from './kafka/access.ts';
import type { Log } from './log.ts';

export interface BusMessage {
  /** Selects the partition; messages with the same key keep their order. */
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
  /** Key and value as received, for dead letters. */
  raw: { key: Buffer | null; value: Buffer | null };
}

/** One batch of one partition, with the operations of its handler. */
export interface ReceivedBatch {
  /** Incremented by each rebalance. */
  generation: number;
  messages: ReceivedMessage[];
  /** Marks everything up to this offset as processed. */
  done(offset: string): void;
  /** Must be called every few seconds during long work; rejects when the group rebalances. */
  heartbeat(): Promise<void>;
  /** False when the partition was revoked or the consumer stops. */
  isAssigned(): boolean;
}

export interface SubscribeOptions {
  group: string;
  topics: readonly string[];
  /** Allows half a second of delay to gather larger batches, which cost less per event. */
  gathers?: boolean;
  /** Begins at the end of the topics instead of the beginning, unless the group has read before. */
  fromNow?: boolean;
  onBatch: (batch: ReceivedBatch) => Promise<void>;
}

export interface Subscription {
  stop(): Promise<void>;
  /** Whether this process is a member of the group. */
  isReady(): boolean;
  /** False when it has neither consumed nor tried to for a minute. */
  isAlive(): boolean;
}

/** Event log that the product needs; `createBus` implements it on Kafka. */
export interface Bus {
  start(): Promise<void>;
  /** Stops the subscriptions and leaves their groups. */
  stop(): Promise<void>;
  isReady(): boolean;
  /** Resolves when all replicas have the messages; rejects while Kafka is unreachable. */
  publish(topic: string, messages: readonly BusMessage[]): Promise<void>;
  /** Joins the group when Kafka is available, and rejoins after failures. Resolves immediately. */
  subscribe(options: SubscribeOptions): Promise<Subscription>;
  /** Consumer lag of a group; rejects while Kafka is unreachable. */
  lag(group: string, topics: readonly string[]): Promise<number>;
  /** Number of messages in the topics; rejects while Kafka is unreachable. */
  count(topics: readonly string[]): Promise<number>;
  /** Number of times since the start that Kafka rejected this login. */
  countRejected(): number;
}

export interface BusOptions extends KafkaAccess {
  clientId: string;
  log: Log;
  /** Milliseconds after which a group excludes a silent consumer; `sessionTimeoutMs` when left out. */
  sessionMs?: number;
}

/** Message that exceeds Kafka's size limit; retries cannot succeed. */
export class MessageTooLarge extends Error {
  readonly code = 'MESSAGE_TOO_LARGE';

  constructor(topic: string, cause: unknown) {
    super(`Kafka rejected a message for ${topic} because of its size.`, { cause });
    this.name = 'MessageTooLarge';
  }
}

/** Kafka is unreachable or does not respond correctly. */
export class BusUnavailable extends Error {
  readonly code = 'BUS_UNAVAILABLE';

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BusUnavailable';
  }
}
