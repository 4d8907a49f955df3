import type { DatabaseSync } from 'node:sqlite';

export type TopicConfigs = Record<string, string>;
type TopicRow = { id: number; name: string; configs: TopicConfigs };
type PartitionRow = { id: number; number: number; startOffset: number };
export type TopicRows = ReturnType<typeof createTopicRows>;

/** Rows of topics and partitions. */
export function createTopicRows(db: DatabaseSync) {
  const all = db.prepare('SELECT id, name, configs FROM topics ORDER BY name');
  const partitions = db.prepare(
    'SELECT id, number, start_offset AS startOffset FROM partitions WHERE topic_id = ? ORDER BY number',
  );
  const insertTopic = db.prepare('INSERT INTO topics (name, configs) VALUES (?, ?)');
  const insertPartition = db.prepare(
    'INSERT INTO partitions (topic_id, number, start_offset) VALUES (?, ?, 0)',
  );
  const setConfigs = db.prepare('UPDATE topics SET configs = ? WHERE id = ?');
  const setStart = db.prepare('UPDATE partitions SET start_offset = ? WHERE id = ?');

  return {
    all: (): TopicRow[] =>
      all.all().map((row) => ({
        id: Number(row['id']),
        name: String(row['name']),
        configs: configsOf(String(row['configs'])),
      })),
    partitionsOf: (topicId: number): PartitionRow[] =>
      partitions.all(topicId).map((row) => ({
        id: Number(row['id']),
        number: Number(row['number']),
        startOffset: Number(row['startOffset']),
      })),
    insertTopic: (name: string, configs: TopicConfigs) =>
      Number(insertTopic.run(name, JSON.stringify(configs)).lastInsertRowid),
    insertPartition: (topicId: number, number: number) =>
      Number(insertPartition.run(topicId, number).lastInsertRowid),
    setConfigs: (topicId: number, configs: TopicConfigs) =>
      void setConfigs.run(JSON.stringify(configs), topicId),
    setStart: (partitionId: number, offset: number) => void setStart.run(offset, partitionId),
  };
}

function configsOf(json: string): TopicConfigs {
  const entries = Object.entries<unknown>(JSON.parse(json));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
