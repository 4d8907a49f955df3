import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { BusUnavailable, type ReceivedMessage } from '../bus.ts';
import { withTimeout } from '../with-timeout.ts';
import { endsOf, withAdmin } from './lag.ts';
import { receivedFrom } from './received.ts';

/** End offsets of the non-empty partitions. */
type Ends = Map<number, number>;

/** Limits of a read. */
export interface ReadLimits {
  messages: number;
  bytes: number;
  /** Timeout in milliseconds. */
  withinMs: number;
}

const filledEndsOf = async (kafka: Kafka, topic: string): Promise<Ends> => {
  const offsets = await endsOf(kafka, topic);
  const filled = offsets.filter(({ high, low }) => Number(high) > Number(low));
  return new Map(filled.map(({ partition, high }) => [partition, Number(high)]));
};

const sizeOf = ({ raw, headers }: ReceivedMessage) =>
  (raw.value?.length ?? 0) + JSON.stringify(headers).length;

/** Collects batches up to a limit or the end of every partition, without gaps within a partition. */
function collect(ends: Ends, limits: ReadLimits) {
  const found: ReceivedMessage[] = [];
  const open = new Set(ends.keys());
  let bytes = 0;
  const isFull = () => found.length >= limits.messages || bytes >= limits.bytes;
  function take(message: ReceivedMessage) {
    if (isFull() || Number(message.offset) >= (ends.get(message.partition) ?? 0)) return;
    found.push(message);
    bytes += sizeOf(message);
  }
  return {
    found,
    add(messages: readonly ReceivedMessage[], partition: number, lastOffset: number) {
      messages.forEach(take);
      if (lastOffset >= (ends.get(partition) ?? 0) - 1) open.delete(partition);
    },
    isDone: () => open.size === 0 || isFull(),
  };
}

async function readUpTo(consumer: Consumer, topic: string, ends: Ends, limits: ReadLimits) {
  const { found, add, isDone } = collect(ends, limits);
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  const reading = new Promise<void>((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    const eachBatch = async (payload: EachBatchPayload) => {
      const { partition } = payload.batch;
      add(receivedFrom(payload), partition, Number(payload.batch.lastOffset()));
      if (isDone()) resolve();
    };
    consumer.run({ autoCommit: false, eachBatch }).catch(reject);
  });
  const late = () => new BusUnavailable(`Kafka did not let ${topic} be read in time.`);
  await withTimeout(limits.withinMs, reading, late);
  return found;
}

/** Reads the current content of a topic from its beginning, in order within each partition. */
export async function readTopic(kafka: Kafka, topic: string, limits: ReadLimits): Promise<ReceivedMessage[]> {
  const ends = await filledEndsOf(kafka, topic);
  if (ends.size === 0) return [];
  const group = `reads-${topic}-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId: group, allowAutoTopicCreation: false });
  try {
    return await readUpTo(consumer, topic, ends, limits);
  } finally {
    await consumer.disconnect();
    await withAdmin(kafka, (admin) => admin.deleteGroups([group])).catch(() => undefined);
  }
}
