import type { BatchRows } from '../storage/batch-rows.ts';
import type { GroupCommit } from '../storage/group-commit.ts';
import type { GroupRows } from '../storage/group-rows.ts';
import type { ProducerEntry, ProducerRows } from '../storage/producer-rows.ts';
import type { TopicConfigs, TopicRows } from '../storage/topic-rows.ts';
import { KafkaError } from '../wire/errors.ts';

export type Partition = {
  id: number;
  number: number;
  startOffset: number;
  /** Offset of the next record; every record below it is on disk. */
  highWatermark: number;
  producers: Map<number, ProducerEntry>;
  /** Callbacks of long polls that wait for a record. */
  watchers: Set<() => void>;
};
export type Topic = { id: number; name: string; configs: TopicConfigs; partitions: Partition[] };
export type Rows = { topics: TopicRows; batches: BatchRows; producers: ProducerRows; groups: GroupRows };
export type Topics = ReturnType<typeof createTopics>;

/** Topics of the broker: the fields that every request needs in memory, everything on disk. */
export function createTopics(rows: Rows, commit: GroupCommit) {
  const byName = new Map<string, Topic>();

  const load = (id: number, number: number, startOffset: number): Partition => {
    const lastOffset = rows.batches.lastOffset(id);
    const highWatermark = lastOffset === undefined ? startOffset : lastOffset + 1;
    const producers = rows.producers.of(id);
    return { id, number, startOffset, highWatermark, producers, watchers: new Set() };
  };
  for (const { id, name, configs } of rows.topics.all()) {
    const partitions = rows.topics.partitionsOf(id).map((row) => load(row.id, row.number, row.startOffset));
    byName.set(name, { id, name, configs, partitions });
  }

  const addPartitions = (topicId: number, from: number, to: number): Partition[] =>
    Array.from({ length: to - from }, (_, i) => {
      const id = rows.topics.insertPartition(topicId, from + i);
      return load(id, from + i, 0);
    });

  return {
    find: (name: string) => byName.get(name),
    partition: (name: string, number: number) => byName.get(name)?.partitions[number],
    all: () => [...byName.values()],

    /** Throws TOPIC_ALREADY_EXISTS. */
    create: (name: string, partitionCount: number, configs: TopicConfigs) =>
      commit.run((transaction) => {
        if (byName.has(name)) throw new KafkaError('TOPIC_ALREADY_EXISTS');
        const id = rows.topics.insertTopic(name, configs);
        byName.set(name, { id, name, configs, partitions: addPartitions(id, 0, partitionCount) });
        transaction.afterRollback(() => byName.delete(name));
      }),

    configure: (topic: Topic, configs: TopicConfigs) =>
      commit.run((transaction) => {
        rows.topics.setConfigs(topic.id, configs);
        transaction.afterCommit(() => (topic.configs = configs));
      }),

    /** Reloads memory from disk after a failed transaction. */
    reload: (partition: Partition) => {
      const { id, number, startOffset } = partition;
      Object.assign(partition, load(id, number, startOffset), { watchers: partition.watchers });
    },
  };
}

export function wake(partition: Partition): void {
  for (const watcher of partition.watchers) watcher();
}

const LEGAL_NAME = /^[a-zA-Z0-9._-]{1,249}$/;

export const isLegalTopicName = (name: string): boolean =>
  LEGAL_NAME.test(name) && name !== '.' && name !== '..';
