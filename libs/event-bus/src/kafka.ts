import { createRequire } from 'node:module';
import {
  Kafka,
  logLevel,
  Partitioners,
  type Consumer,
  type EachBatchPayload,
  type LogEntry,
  type Producer,
} from 'kafkajs';
import type { Log } from './log.ts';

export interface BusMessage {
  key: string;
  value: string;
  headers?: Record<string, string>;
}

export interface ReceivedMessage {
  topic: string;
  partition: number;
  offset: string;
  key: string;
  value: string;
  headers: Record<string, string>;
}

/** One batch of one partition, and what its handler may do while it works. */
export interface ReceivedBatch {
  messages: ReceivedMessage[];
  /** Marks everything up to this offset as done. */
  done(offset: string): void;
  /** Must be called at least every few seconds while work goes on. */
  heartbeat(): Promise<void>;
  /** False once the partition belongs to somebody else or the consumer stops. */
  isMine(): boolean;
}

export interface Subscription {
  stop(): Promise<void>;
  isReady(): boolean;
}

export interface Bus {
  start(): Promise<void>;
  stop(): Promise<void>;
  isReady(): boolean;
  /** Resolves when every replica has the messages; rejects while Kafka is away. */
  publish(topic: string, messages: readonly BusMessage[]): Promise<void>;
  subscribe(options: {
    group: string;
    topics: readonly string[];
    onBatch: (batch: ReceivedBatch) => Promise<void>;
    onCrash: (error: Error) => void;
  }): Promise<Subscription>;
}

export interface BusOptions {
  brokers: string[];
  clientId: string;
  log: Log;
}

const sessionTimeoutMs = 10_000;
const promptMs = 500;

/**
 * kafkajs 2.2.4 asks for a timer with a negative delay while nothing is pending, which Node 24 turns into a 1 ms
 * loop. The replacement schedules a check only when something waits or a throttle is running.
 */
function mendIdlePolling() {
  interface RequestQueue {
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    throttledUntil: number;
    pending: unknown[];
    checkPendingRequests(): void;
  }
  const require = createRequire(import.meta.url);
  const queue = require('kafkajs/src/network/requestQueue') as { prototype: Record<string, unknown> };
  queue.prototype['scheduleCheckPendingRequests'] = function schedule(this: RequestQueue) {
    if (this.throttleCheckTimeoutId) return;
    const throttled = this.throttledUntil - Date.now();
    if (this.pending.length === 0 && throttled <= 0) return;
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      throttled > 0 ? throttled : 10,
    );
  };
}
mendIdlePolling();

const levels: Record<number, 'error' | 'warn' | 'info' | 'debug'> = {
  1: 'error',
  2: 'warn',
  4: 'info',
  5: 'debug',
};

/** kafkajs reports every reconnect as an error; to us an absent broker is a warning that the callers repeat. */
const quiet =
  (log: Log) =>
  () =>
  ({ level, log: entry }: LogEntry) => {
    const { message, ...details } = entry;
    log[levels[level] === 'error' ? 'debug' : (levels[level] ?? 'debug')](details, `kafkajs: ${message}`);
  };

const createClient = ({ brokers, clientId, log }: BusOptions) =>
  new Kafka({
    clientId,
    brokers,
    connectionTimeout: 1_000,
    requestTimeout: 10_000,
    logLevel: logLevel.WARN,
    logCreator: quiet(log),
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3, factor: 0.1, multiplier: 2 },
  });

const textOf = (value: Buffer | string | (Buffer | string)[] | undefined | null) =>
  Array.isArray(value)
    ? String(value[0] ?? '')
    : value === undefined || value === null
      ? ''
      : value.toString();

function receivedFrom({ batch }: EachBatchPayload): ReceivedMessage[] {
  return batch.messages.map((message) => ({
    topic: batch.topic,
    partition: batch.partition,
    offset: message.offset,
    key: textOf(message.key),
    value: textOf(message.value),
    headers: Object.fromEntries(
      Object.entries(message.headers ?? {}).map(([name, value]) => [name, textOf(value)]),
    ),
  }));
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The event bus on Kafka; the only place that knows kafkajs. */
export function createBus(options: BusOptions): Bus {
  const { log } = options;
  const kafka = createClient(options);
  let producer: Producer | null = null;
  let connecting: Promise<Producer> | null = null;

  async function connectProducer(): Promise<Producer> {
    const made = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await made.connect();
    return made;
  }

  async function producerNow(): Promise<Producer> {
    if (producer) return producer;
    connecting ??= connectProducer().finally(() => (connecting = null));
    producer = await connecting;
    return producer;
  }

  /** An idempotent producer that failed may hold a sequence the broker refuses; the next publish makes a new one. */
  async function forgetProducer() {
    const old = producer;
    producer = null;
    await old?.disconnect().catch(() => undefined);
  }

  async function publish(topic: string, messages: readonly BusMessage[]) {
    if (messages.length === 0) return;
    const sender = await producerNow();
    try {
      const receipts = await sender.send({ topic, acks: -1, timeout: 10_000, messages: [...messages] });
      if (receipts.length === 0) throw new Error(`Kafka took nothing for ${topic}.`);
    } catch (error) {
      await forgetProducer();
      throw error;
    }
  }

  async function connectConsumer(
    group: string,
    topics: readonly string[],
    isOver: () => boolean,
  ): Promise<Consumer> {
    for (let wait = 200; ; wait = Math.min(wait * 2, 2_000)) {
      const consumer = kafka.consumer({
        groupId: group,
        sessionTimeout: sessionTimeoutMs,
        rebalanceTimeout: sessionTimeoutMs,
        heartbeatInterval: promptMs,
        maxWaitTimeInMs: promptMs,
        allowAutoTopicCreation: false,
        retry: { initialRetryTime: 200, maxRetryTime: 2_000, retries: Number.MAX_SAFE_INTEGER },
      });
      try {
        await consumer.connect();
        await consumer.subscribe({ topics: [...topics], fromBeginning: true });
        return consumer;
      } catch (error) {
        await consumer.disconnect().catch(() => undefined);
        if (isOver()) throw error;
        log.warn({ err: error, group }, 'waiting for Kafka');
        await pause(wait);
      }
    }
  }

  return {
    start: async () => undefined,
    stop: forgetProducer,
    isReady: () => true,
    publish,
    async subscribe({ group, topics, onBatch, onCrash }) {
      let joined = false;
      let over = false;
      let consumer: Consumer | null = null;
      const run = async () => {
        consumer = await connectConsumer(group, topics, () => over);
        consumer.on(consumer.events.GROUP_JOIN, () => (joined = true));
        consumer.on(consumer.events.CRASH, ({ payload }) => {
          joined = false;
          if (!payload.restart && !over) onCrash(payload.error);
        });
        await consumer.run({
          autoCommitInterval: promptMs,
          eachBatchAutoResolve: false,
          eachBatch: async (payload) => {
            await onBatch({
              messages: receivedFrom(payload),
              done: payload.resolveOffset,
              heartbeat: payload.heartbeat,
              isMine: () => payload.isRunning() && !payload.isStale(),
            });
          },
        });
      };
      const running = run().catch((error: Error) => {
        if (!over) onCrash(error);
      });
      return {
        stop: async () => {
          over = true;
          await Promise.race([running, pause(2_000)]);
          await consumer?.disconnect().catch(() => undefined);
        },
        isReady: () => joined,
      };
    },
  };
}

export interface TopicPlan {
  name: string;
  partitions: number;
}

/** Creates the topics that are missing; waits for Kafka as long as it takes. */
export async function migrateTopics(
  options: BusOptions & { topics: readonly TopicPlan[]; replication?: number },
) {
  const admin = createClient(options).admin();
  for (let wait = 200; ; wait = Math.min(wait * 2, 2_000)) {
    try {
      await admin.connect();
      const known = new Set(await admin.listTopics());
      const missing = options.topics.filter(({ name }) => !known.has(name));
      if (missing.length > 0)
        await admin.createTopics({ waitForLeaders: true, topics: missing.map(planOf(options.replication)) });
      return await admin.disconnect();
    } catch (error) {
      options.log.warn({ err: error }, 'waiting for Kafka');
      await pause(wait);
    }
  }
}

const planOf =
  (replication = 1) =>
  ({ name, partitions }: TopicPlan) => ({
    topic: name,
    numPartitions: partitions,
    replicationFactor: replication,
  });
