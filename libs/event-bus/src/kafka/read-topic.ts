import type { Consumer, Kafka } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import type { ReceivedMessage } from '../bus.ts';
import { withAdmin } from './lag.ts';
import { receivedFrom } from './received.ts';

/** Offsets at which the partitions end that hold anything. */
type Ends = Map<number, number>;

const endsOf = async (kafka: Kafka, topic: string): Promise<Ends> => {
  const offsets = await withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));
  const filled = offsets.filter(({ high, low }) => Number(high) > Number(low));
  return new Map(filled.map(({ partition, high }) => [partition, Number(high)]));
};

async function readUpTo(consumer: Consumer, topic: string, ends: Ends): Promise<ReceivedMessage[]> {
  const found: ReceivedMessage[] = [];
  const open = new Set(ends.keys());
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    const eachBatch = async (payload: Parameters<typeof receivedFrom>[0]) => {
      const end = ends.get(payload.batch.partition) ?? 0;
      found.push(...receivedFrom(payload).filter(({ offset }) => Number(offset) < end));
      if (Number(payload.batch.lastOffset()) >= end - 1) open.delete(payload.batch.partition);
      if (open.size === 0) resolve();
    };
    consumer.run({ autoCommit: false, eachBatch }).catch(reject);
  });
  return found;
}

/** All that a topic holds at this moment, in order within each partition. */
export async function readTopic(kafka: Kafka, topic: string): Promise<ReceivedMessage[]> {
  const ends = await endsOf(kafka, topic);
  if (ends.size === 0) return [];
  const group = `reads-${topic}-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId: group, allowAutoTopicCreation: false });
  try {
    return await readUpTo(consumer, topic, ends);
  } finally {
    await consumer.disconnect();
    await withAdmin(kafka, (admin) => admin.deleteGroups([group])).catch(() => undefined);
  }
}
