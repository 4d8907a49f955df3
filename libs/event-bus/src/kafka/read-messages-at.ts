import type { Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import { randomUUID } from 'node:crypto';
import { BusUnavailable, type ReceivedMessage } from '../bus.ts';
import { withTimeout } from '../with-timeout.ts';
import { endsOf, withAdmin } from './lag.ts';
import { receivedFrom } from './received.ts';

/** Position of a message in its topic. */
export interface MessagePosition {
  partition: number;
  offset: string;
}

export const positionKey = ({ partition, offset }: MessagePosition) => `${partition}/${offset}`;

type Offsets = Map<number, number[]>;

/** Offsets by partition, ascending and distinct, of the messages that Kafka still has. */
async function existing(kafka: Kafka, topic: string, wanted: readonly MessagePosition[]): Promise<Offsets> {
  const ends = new Map((await endsOf(kafka, topic)).map((end) => [end.partition, end]));
  const held = wanted.filter(({ partition, offset }) => {
    const end = ends.get(partition);
    return end !== undefined && Number(offset) >= Number(end.low) && Number(offset) < Number(end.high);
  });
  const offsets: Offsets = new Map();
  for (const [partition, positions] of Map.groupBy(held, ({ partition: each }) => each))
    offsets.set(
      partition,
      [...new Set(positions.map(({ offset }) => Number(offset)))].toSorted((a, b) => a - b),
    );
  return offsets;
}

/** Reads only the batches that contain a wanted offset. */
async function readBySeeking(consumer: Consumer, topic: string, wanted: Offsets, withinMs: number) {
  const found = new Map<string, ReceivedMessage>();
  const seekNext = (partition: number) => {
    const [next] = wanted.get(partition) ?? [];
    if (next === undefined) consumer.pause([{ topic, partitions: [partition] }]);
    else consumer.seek({ topic, partition, offset: String(next) });
  };
  const isDone = () => [...wanted.values()].every((offsets) => offsets.length === 0);
  await consumer.connect();
  await consumer.subscribe({ topics: [topic], fromBeginning: true });
  const reading = new Promise<void>((resolve, reject) => {
    consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    const eachBatch = async (payload: EachBatchPayload) => {
      const { partition } = payload.batch;
      const last = Number(payload.batch.lastOffset());
      const offsets = wanted.get(partition) ?? [];
      for (const message of receivedFrom(payload))
        if (offsets.includes(Number(message.offset))) found.set(positionKey(message), message);
      wanted.set(
        partition,
        offsets.filter((offset) => offset > last),
      );
      seekNext(partition);
      if (isDone()) resolve();
    };
    consumer
      .run({ autoCommit: false, eachBatch })
      .then(() => wanted.forEach((_offsets, each) => seekNext(each)), reject);
  });
  const late = () => new BusUnavailable(`Kafka did not let ${topic} be read in time.`);
  await withTimeout(withinMs, reading, late);
  return found;
}

/** Reads single messages of a topic by their positions; messages that Kafka no longer has are missing in the result. */
export async function readMessagesAt(
  kafka: Kafka,
  topic: string,
  positions: readonly MessagePosition[],
  withinMs: number,
): Promise<ReadonlyMap<string, ReceivedMessage>> {
  const wanted = await existing(kafka, topic, positions);
  if (wanted.size === 0) return new Map();
  const group = `reads-${topic}-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId: group, allowAutoTopicCreation: false });
  try {
    return await readBySeeking(consumer, topic, wanted, withinMs);
  } finally {
    await consumer.disconnect();
    await withAdmin(kafka, (admin) => admin.deleteGroups([group])).catch(() => undefined);
  }
}
