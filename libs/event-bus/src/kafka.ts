import { createRequire } from 'node:module';
import { connect } from 'node:net';
import kafkajs, {
  Kafka,
  logLevel,
  Partitioners,
  type Consumer,
  type EachBatchPayload,
  type IHeaders,
  type ISocketFactory,
  type LogEntry,
  type Producer,
} from 'kafkajs';
import {
  BusUnavailable,
  MessageTooLarge,
  type Bus,
  type BusMessage,
  type BusOptions,
  type ReceivedMessage,
  type SubscribeOptions,
  type Subscription,
} from './bus.ts';
import type { Log } from './log.ts';
import { pause } from './pause.ts';

/** A member that died is replaced this long after its last heartbeat; Kafka allows no less by default. */
const sessionTimeoutMs = 6_000;
const rebalanceTimeoutMs = 10_000;
const promptMs = 500;
const partitionsAtOnce = 3;
const firstRetryMs = 200;
const lastRetryMs = 2_000;
const leaveWithinMs = 4_000;
const disconnectWithinMs = 2_000;
const joinSettlesMs = 100;

interface RequestQueue {
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  throttledUntil: number;
  pending: unknown[];
  checkPendingRequests(): void;
}

/**
 * kafkajs 2.2.4 asks for a timer with a negative delay while nothing is pending, which Node 24 turns into a 1 ms
 * loop and a TimeoutNegativeWarning. The replacement of `RequestQueue.prototype.scheduleCheckPendingRequests`
 * schedules a check only when something waits or a throttle is running.
 */
function mendIdlePolling() {
  const require = createRequire(import.meta.url);
  const queue = require('kafkajs/src/network/requestQueue') as { prototype: Record<string, unknown> };
  queue.prototype['scheduleCheckPendingRequests'] = function schedule(this: RequestQueue) {
    if (this.throttleCheckTimeoutId) return;
    const throttled = this.throttledUntil - Date.now();
    if (this.pending.length === 0 && throttled <= 0) return;
    const check = () => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    };
    this.throttleCheckTimeoutId = setTimeout(check, throttled > 0 ? throttled : 10);
  };
}
mendIdlePolling();

/** kafkajs calls every reconnect an error; whoever waits for the broker says so itself, so its words are for debugging. */
const quiet =
  (log: Log) =>
  () =>
  ({ log: { message, ...details } }: LogEntry) =>
    log.debug(details, `kafkajs: ${message}`);

/** kafkajs leaves Nagle's delay on: a heartbeat behind a waiting fetch would come up to 40 ms late. */
const connectAtOnce: ISocketFactory = ({ host, port, onConnect }) =>
  connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, onConnect);

const createClient = ({ brokers, clientId, log }: BusOptions) =>
  new Kafka({
    clientId,
    brokers,
    connectionTimeout: 1_000,
    requestTimeout: 10_000,
    socketFactory: connectAtOnce,
    logLevel: logLevel.WARN,
    logCreator: quiet(log),
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 3, factor: 0.1, multiplier: 2 },
  });
type Client = ReturnType<typeof createClient>;

const backoff = (attempt: number) => Math.min(firstRetryMs * 2 ** attempt, lastRetryMs);

const textOf = (value: Buffer | string | (Buffer | string)[] | null | undefined) =>
  String((Array.isArray(value) ? value[0] : value) ?? '');
const headersOf = (headers: IHeaders = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, textOf(value)]));

const receivedFrom = ({ batch: { topic, partition, messages } }: EachBatchPayload): ReceivedMessage[] =>
  messages.map(({ offset, key, value, headers }) => ({
    topic,
    partition,
    offset,
    key: textOf(key),
    value: textOf(value),
    headers: headersOf(headers),
    raw: { key, value },
  }));

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof kafkajs.KafkaJSProtocolError &&
    ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE'].includes(error.type)) ||
    isTooLarge(error.cause));

/** One idempotent producer, made when it is first needed and anew after every failure. */
function createProducer(kafka: Client) {
  let current: Promise<Producer> | null = null;
  let stopped = false;

  async function connectAnew(): Promise<Producer> {
    const producer = kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    try {
      await producer.connect();
      return producer;
    } catch (error) {
      await producer.disconnect().catch(() => undefined);
      throw error;
    }
  }

  /** A producer that failed may hold a sequence that the broker refuses. */
  async function forget(used: Promise<Producer> | null) {
    if (used === current) current = null;
    await used?.then((producer) => producer.disconnect()).catch(() => undefined);
  }

  async function sendNow(topic: string, messages: readonly BusMessage[]) {
    if (stopped) throw new BusUnavailable('The bus has stopped.');
    const used = (current ??= connectAnew());
    try {
      const producer = await used;
      const receipts = await producer.send({ topic, acks: -1, timeout: 10_000, messages: [...messages] });
      // To a topic without a partition kafkajs sends nothing and reports no error.
      if (receipts.length === 0) throw new Error('nothing was taken');
    } catch (error) {
      await forget(used);
      if (isTooLarge(error)) throw new MessageTooLarge(topic, error);
      throw new BusUnavailable(`Kafka did not take messages for ${topic}: ${String(error)}`, error);
    }
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    /** One at a time: a failed send gives its sequence back, and one that ran beside it would take it. */
    send(topic: string, messages: readonly BusMessage[]): Promise<void> {
      const sent = last.then(() => sendNow(topic, messages));
      last = sent.catch(() => undefined);
      return sent;
    },
    async stop() {
      stopped = true;
      await Promise.race([forget(current), pause(disconnectWithinMs)]);
    },
  };
}

const firstCause = (error: Error): Error => (error.cause instanceof Error ? firstCause(error.cause) : error);

/** Whether another try may help, as kafkajs judges it for its own restart, which we do not use. */
function isPassing(error: Error): boolean {
  const cause = firstCause(error);
  return (
    error.name === 'KafkaJSNumberOfRetriesExceeded' || ('retriable' in cause && cause.retriable === true)
  );
}

interface Membership extends SubscribeOptions {
  isOver(): boolean;
  onJoin(): void;
  generation(): number;
}

/** Resolves with what ended the membership; a consumer is used for one membership only. */
function membership(consumer: Consumer, { topics, onBatch, isOver, onJoin, generation }: Membership) {
  return new Promise<Error>((resolve) => {
    consumer.on(consumer.events.GROUP_JOIN, onJoin);
    consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
    const run = async () => {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning: true });
      if (isOver()) return;
      await consumer.run({
        autoCommitInterval: promptMs,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: partitionsAtOnce,
        eachBatch: (payload) =>
          onBatch({
            generation: generation(),
            messages: receivedFrom(payload),
            done: payload.resolveOffset,
            heartbeat: payload.heartbeat,
            isMine: () => !isOver() && payload.isRunning() && !payload.isStale(),
          }),
      });
    };
    run().catch((error: Error) => resolve(error));
  });
}

/** Joins, and joins anew after every failure that may pass, until it is stopped. */
function createSubscription(kafka: Client, options: SubscribeOptions, log: Log): Subscription {
  const { group } = options;
  let current: Consumer | null = null;
  let joined = false;
  let generation = 0;
  let stopped = false;

  const createConsumer = () =>
    kafka.consumer({
      groupId: group,
      sessionTimeout: sessionTimeoutMs,
      rebalanceTimeout: rebalanceTimeoutMs,
      heartbeatInterval: promptMs,
      maxWaitTimeInMs: promptMs,
      allowAutoTopicCreation: false,
      retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: async () => false },
    });

  async function leave() {
    const left = current?.disconnect().catch(() => undefined);
    current = null;
    joined = false;
    await Promise.race([left, pause(leaveWithinMs)]);
  }

  async function stay() {
    for (let attempt = 0; !stopped; attempt++) {
      const consumer = createConsumer();
      current = consumer;
      const onJoin = () => {
        joined = true;
        generation += 1;
        attempt = 0;
        // A consumer that was told to leave while it joined consumes all the same; it must be told again.
        if (stopped) setTimeout(() => consumer.disconnect().catch(() => undefined), joinSettlesMs);
      };
      const end = await membership(consumer, {
        ...options,
        onJoin,
        isOver: () => stopped,
        generation: () => generation,
      });
      if (stopped) return;
      await leave();
      if (!isPassing(end)) return options.onCrash(end);
      log.warn({ err: end, group }, 'events wait for Kafka');
      await pause(backoff(attempt));
    }
  }

  void stay();
  return {
    async stop() {
      stopped = true;
      await leave();
    },
    isReady: () => joined,
  };
}

async function lagOf(kafka: Client, group: string, topics: readonly string[]): Promise<number> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const committed = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
    let lag = 0;
    for (const { topic, partitions } of committed) {
      const ends = new Map((await admin.fetchTopicOffsets(topic)).map((end) => [end.partition, end]));
      for (const { partition, offset } of partitions) {
        const { high = '0', low = '0' } = ends.get(partition) ?? {};
        lag += Number(high) - Math.max(Number(offset), Number(low));
      }
    }
    return lag;
  } finally {
    await admin.disconnect();
  }
}

/** The event bus on Kafka. This file alone knows kafkajs. */
export function createBus(options: BusOptions): Bus {
  const kafka = createClient(options);
  const producer = createProducer(kafka);
  const subscriptions = new Set<Subscription>();
  return {
    start: async () => undefined,
    async stop() {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await producer.stop();
    },
    isReady: () => true,
    async publish(topic, messages) {
      if (messages.length > 0) await producer.send(topic, messages);
    },
    async subscribe(wanted) {
      const subscription = createSubscription(kafka, wanted, options.log);
      subscriptions.add(subscription);
      return subscription;
    },
    lag: (group, topics) => lagOf(kafka, group, topics),
  };
}

export interface TopicPlan {
  name: string;
  partitions: number;
}

const messagesOf = (error: Error): string =>
  'errors' in error && Array.isArray(error.errors)
    ? error.errors.map((each: Error & { topic?: string }) => `${each.topic}: ${each.message}`).join('; ')
    : error.message;

/** Kafka is there and does not take the plan. */
export class TopicsRefused extends Error {
  readonly code = 'TOPICS_REFUSED';

  constructor(cause: Error) {
    super(`Kafka refused to create topics: ${messagesOf(cause)}`, { cause });
    this.name = 'TopicsRefused';
  }
}

const planOf =
  (replication: number) =>
  ({ name, partitions }: TopicPlan) => ({
    topic: name,
    numPartitions: partitions,
    replicationFactor: replication,
  });

async function createMissing(
  options: BusOptions & { topics: readonly TopicPlan[]; replication?: number },
): Promise<void> {
  const admin = createClient(options).admin();
  await admin.connect();
  try {
    const known = new Set(await admin.listTopics());
    const missing = options.topics.filter(({ name }) => !known.has(name));
    const topics = missing.map(planOf(options.replication ?? 1));
    if (topics.length > 0) await admin.createTopics({ waitForLeaders: true, topics });
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/**
 * Creates the topics that are missing and leaves the others as they are; waits for Kafka as long as it takes.
 * Throws TopicsRefused, for more replicas than there are brokers for example.
 */
export async function migrateTopics(
  options: BusOptions & { topics: readonly TopicPlan[]; replication?: number },
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await createMissing(options);
    } catch (error) {
      if (error instanceof Error && !isPassing(error)) throw new TopicsRefused(error);
      options.log.warn({ err: error, brokers: options.brokers }, 'waiting for Kafka to create topics');
      await pause(backoff(attempt));
    }
  }
}
