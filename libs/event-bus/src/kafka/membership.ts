import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { ReceivedBatch, SubscribeOptions } from '../bus.ts';
import { receivedFrom } from './received.ts';

/** A member that died is missed this long after its last heartbeat; Kafka allows no less by default. */
export const sessionTimeoutMs = 6_000;
/** So long a group waits for each member to come back before it shares its partitions anew; most come at once. */
export const rebalanceTimeoutMs = 10_000;
const promptMs = 500;
/** Whoever gathers sums up in rows that all partitions share, where two transactions at once meet each other. */
const partitionsAtOnce = (gathers: boolean) => (gathers ? 1 : 3);
/** More than comes in while a fetch may wait, so that it waits. */
const gatheredBytes = 1_000_000;

export interface MembershipOptions extends Pick<SubscribeOptions, 'topics' | 'gathers' | 'onBatch'> {
  isOver(): boolean;
  onJoin(): void;
  /** It fetched, or told the group that it lives. */
  onSignOfLife(): void;
  /** Raised with every join. */
  generation(): number;
}

/** A consumer for one membership: what ended it is told, and nothing starts it again. */
export const createMember = (kafka: Kafka, groupId: string, gathers: boolean): Consumer =>
  kafka.consumer({
    groupId,
    sessionTimeout: sessionTimeoutMs,
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

/** Joins and consumes; resolves with what ended the membership. */
export const membership = (consumer: Consumer, options: MembershipOptions): Promise<Error> =>
  new Promise<Error>((resolve) => {
    consumer.on(consumer.events.GROUP_JOIN, options.onJoin);
    consumer.on(consumer.events.FETCH, options.onSignOfLife);
    consumer.on(consumer.events.HEARTBEAT, options.onSignOfLife);
    consumer.on(consumer.events.CRASH, ({ payload }) => resolve(payload.error));
    consume(consumer, options).catch((error: Error) => resolve(error));
  });
