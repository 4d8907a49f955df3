import type { GroupCommit } from '../storage/group-commit.ts';
import { numberOf } from './topic-config.ts';
import type { Partition, Rows, Topic, Topics } from './topics.ts';

export type Retention = ReturnType<typeof createRetention>;

/** Kafka's producer.id.expiration.ms. */
const PRODUCER_MEMORY_MS = 86_400_000;

/** Moves the start of partitions past expired records and records that a client deleted. */
export function createRetention(rows: Rows, topics: Topics, commit: GroupCommit, now: () => number) {
  /** Moves the start offset of a partition and deletes the batches below it. */
  const moveStart = (partition: Partition, offset: number) =>
    commit.run((transaction) => {
      if (offset <= partition.startOffset) return;
      const before = partition.startOffset;
      transaction.afterRollback(() => {
        partition.startOffset = before;
        topics.reload(partition);
      });
      rows.topics.setStart(partition.id, offset);
      rows.batches.removeBelow(partition.id, offset);
      partition.startOffset = offset;
    });

  const forgetProducers = async () => {
    const before = now() - PRODUCER_MEMORY_MS;
    for (const { partitions } of topics.all())
      for (const { producers } of partitions)
        for (const [id, entry] of producers) if (entry.touchedAt < before) producers.delete(id);
    await commit.run(() => rows.producers.removeIdle(before));
  };

  return {
    moveStart,
    /** Applies retention.ms to every partition once. */
    async sweep() {
      for (const topic of topics.all())
        for (const partition of topic.partitions) {
          const start = retainedFrom(rows, topic, partition, now());
          if (start > partition.startOffset) await moveStart(partition, start);
        }
      await forgetProducers();
      rows.batches.release();
    },
  };
}

function retainedFrom(rows: Rows, topic: Topic, partition: Partition, now: number): number {
  const retentionMs = numberOf(topic.configs, 'retention.ms');
  let { startOffset } = partition;
  if (retentionMs < 0) return startOffset;
  for (const batch of rows.batches.places(partition.id)) {
    if (batch.maxTimestamp >= now - retentionMs) break;
    startOffset = batch.lastOffset + 1;
  }
  return startOffset;
}
