import type { EachBatchPayload, Kafka } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import type { ReceivedMessage } from '../bus.ts';
import { withAdmin } from './lag.ts';
import { receivedFrom } from './received.ts';

export interface Following {
  stop(): Promise<void>;
}

const receivedSince = (payload: EachBatchPayload, from: Date | undefined): ReceivedMessage[] =>
  receivedFrom(payload).filter(
    (_, index) => from === undefined || Number(payload.batch.messages[index]?.timestamp) >= from.getTime(),
  );

/** Passes new messages to `onMessage`, or all messages since a time, without affecting other consumer groups. */
export async function followTopics(
  kafka: Kafka,
  topics: readonly string[],
  onMessage: (message: ReceivedMessage) => void,
  from?: Date,
): Promise<Following> {
  const group = `follows-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId: group, allowAutoTopicCreation: false, maxWaitTimeInMs: 500 });
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: from !== undefined });
  // Reads the end offsets between joining and the first fetch.
  const started = new Promise<void>((resolve) => consumer.on(consumer.events.FETCH, () => resolve()));
  await consumer.run({
    autoCommit: false,
    eachBatch: async (payload) => receivedSince(payload, from).forEach(onMessage),
  });
  await started;
  return {
    async stop() {
      await consumer.disconnect();
      await withAdmin(kafka, (admin) => admin.deleteGroups([group])).catch(() => undefined);
    },
  };
}
