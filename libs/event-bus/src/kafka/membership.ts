import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { ReceivedBatch, SubscribeOptions } from '../bus.ts';
import { receivedFrom } from './received.ts';

/** Session timeout in milliseconds, the lowest that Kafka allows by default. */
export const sessionTimeoutMs = 6_000;
/** How long a rebalance waits for each member, in milliseconds; most rejoin at once. */
export const rebalanceTimeoutMs = 10_000;
const promptMs = 500;
/**
 * Consumers that gather events aggregate into rows shared by all partitions, where concurrent transactions
 * conflict.
 */
const partitionsAtOnce = (gathers: boolean) => (gathers ? 1 : 3);
/** More than arrives during a fetch, so that the fetch waits. */
const gatheredBytes = 1_000_000;

export interface MembershipOptions extends Pick<SubscribeOptions, 'topics' | 'gathers' | 'onBatch'> {
  isOver(): boolean;
  onJoin(): void;
  /** Called after each fetch and heartbeat. */
  onSignOfLife(): void;
  /** Incremented by each join. */
  generation(): number;
}

/** Consumer for one membership; kafkajs does not restart it. */
export const createMember = (
  kafka: Kafka,
  groupId: string,
  { gathers, sessionMs = sessionTimeoutMs }: { gathers: boolean; sessionMs: number | undefined },
): Consumer =>
  kafka.consumer({
    groupId,
    sessionTimeout: sessionMs,
    rebalanceTimeout: rebalanceTimeoutMs,
    heartbeatInterval: promptMs,
    maxWaitTimeInMs: promptMs,
    minBytes: gathers ? gatheredBytes : 1,
    allowAutoTopicCreation: false,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 5, restartOnFailure: async () => false },
  });

const batchOf = (payload: EachBatchPayload, { generation, isOver }: MembershipOptions): ReceivedBatch => ({
  generation: generation(),
  messages: receivedFrom(payload),
  done: payload.resolveOffset,
  heartbeat: payload.heartbeat,
  isMine: () => !isOver() && payload.isRunning() && !payload.isStale(),
});

async function consume(consumer: Consumer, options: MembershipOptions): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topics: [...options.topics], fromBeginning: true });
  if (options.isOver()) return;
  await consumer.run({
    autoCommitInterval: promptMs,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: partitionsAtOnce(options.gathers ?? false),
    eachBatch: (payload) => options.onBatch(batchOf(payload, options)),
  });
}

/** Joins and consumes; resolves with the error that ended the membership. */
export const membership = (consumer: Consumer, options: MembershipOptions): Promise<Error> =>
  new Promise<Error>((resolve) => {
    consumer.on(consumer.events.GROUP_JOIN, options.onJoin);
    consumer.on(consumer.events.FETCH, options.onSignOfLife);
    consumer.on(consumer.events.HEARTBEAT, options.onSignOfLife);
    consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
    consume(consumer, options).catch((error: Error) => resolve(error));
  });
