import type { Kafka } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import type { ReceivedMessage } from '../bus.ts';
import { withAdmin } from './lag.ts';
import { receivedFrom } from './received.ts';

export interface Following {
  stop(): Promise<void>;
}

/** Shows new messages without affecting other consumers. */
export async function followTopics(
  kafka: Kafka,
  topics: readonly string[],
  see: (message: ReceivedMessage) => void,
): Promise<Following> {
  const group = `follows-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId: group, allowAutoTopicCreation: false, maxWaitTimeInMs: 500 });
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning: false });
  // Reads the end offsets between joining and the first fetch.
  const begun = new Promise<void>((resolve) => consumer.on(consumer.events.FETCH, () => resolve()));
  await consumer.run({
    autoCommit: false,
    eachBatch: async (payload) => receivedFrom(payload).forEach(see),
  });
  await begun;
  return {
    async stop() {
      await consumer.disconnect();
      await withAdmin(kafka, (admin) => admin.deleteGroups([group])).catch(() => undefined);
    },
  };
}
