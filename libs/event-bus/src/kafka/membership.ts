import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { ReceivedBatch, SubscribeOptions } from '../bus.ts';
import { receivedFrom } from './received.ts';

/** Session timeout in milliseconds, the lowest that Kafka allows by default. */
export const sessionTimeoutMs = 6_000;
/** How long a rebalance waits for each member, in milliseconds; most rejoin at once. */
export const rebalanceTimeoutMs = 10_000;
/** Interval of heartbeats and commits, and the longest wait for new messages. */
const intervalMs = 500;
/**
 * Partitions that a consumer processes concurrently. Consumers that gather events write rows shared by all partitions, on
 * which concurrent transactions would conflict.
 */
const partitionsAtOnce = (gathers: boolean) => (gathers ? 1 : 3);
/** More bytes than arrive during a fetch, so that the fetch waits for its timeout. */
const gatheredBytes = 1_000_000;

export interface MembershipOptions extends Pick<
  SubscribeOptions,
  'topics' | 'gathers' | 'fromNow' | 'onBatch'
> {
  isStopped(): boolean;
  onJoin(): void;
  /** Called after each fetch and heartbeat. */
  onActivity(): void;
  /** Incremented by each join. */
  generation(): number;
}

/** Creates the consumer of one membership; kafkajs does not restart it. */
export const createMember = (
  kafka: Kafka,
  groupId: string,
  { gathers, sessionMs = sessionTimeoutMs }: { gathers: boolean; sessionMs: number | undefined },
): Consumer =>
  kafka.consumer({
    groupId,
    sessionTimeout: sessionMs,
    rebalanceTimeout: rebalanceTimeoutMs,
    heartbeatInterval: intervalMs,
    maxWaitTimeInMs: intervalMs,
    minBytes: gathers ? gatheredBytes : 1,
    allowAutoTopicCreation: false,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: async () => false },
  });

const batchOf = (payload: EachBatchPayload, { generation, isStopped }: MembershipOptions): ReceivedBatch => ({
  generation: generation(),
  messages: receivedFrom(payload),
  done: payload.resolveOffset,
  heartbeat: payload.heartbeat,
  isAssigned: () => !isStopped() && payload.isRunning() && !payload.isStale(),
});

async function consume(consumer: Consumer, options: MembershipOptions): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topics: [...options.topics], fromBeginning: options.fromNow !== true });
  if (options.isStopped()) return;
  await consumer.run({
    autoCommitInterval: intervalMs,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: partitionsAtOnce(options.gathers ?? false),
    eachBatch: (payload) => options.onBatch(batchOf(payload, options)),
  });
}

/** Joins and consumes; resolves with the error that ended the membership. */
export const membership = (consumer: Consumer, options: MembershipOptions): Promise<Error> =>
  new Promise<Error>((resolve) => {
    consumer.on(consumer.events.GROUP_JOIN, options.onJoin);
    consumer.on(consumer.events.FETCH, options.onActivity);
    consumer.on(consumer.events.HEARTBEAT, options.onActivity);
    consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
    consume(consumer, options).catch((error: Error) => resolve(error));
  });
