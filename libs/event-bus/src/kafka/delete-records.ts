import type { Kafka, SeekEntry } from 'kafkajs';
import { withAdmin } from './lag.ts';

/** Deletes the records before an offset of each partition. */
export const deleteRecords = (kafka: Kafka, topic: string, partitions: SeekEntry[]): Promise<void> =>
  withAdmin(kafka, async (admin) => {
    // kafkajs deletes records only after it fetched the leaders.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions });
  });
