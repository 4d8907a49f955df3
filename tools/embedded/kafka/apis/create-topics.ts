import { kafkaCluster } from '@kumbuka/contracts';
import { parseConfigs } from '../log/topic-config.ts';
import { findCollision, isLegalTopicName } from '../log/topics.ts';
import { KafkaError } from '../wire/errors.ts';
import type { Reader } from '../wire/reader.ts';
import { respondByName } from './respond-by-name.ts';
import { type Api, type Broker, NODE_ID } from './api.ts';

type Assignment = { number: number; nodes: number[] };
type NewTopic = {
  name: string;
  partitions: number;
  replication: number;
  assignments: Assignment[];
  configs: { name: string; value: string | null }[];
};

const BY_DEFAULT = -1;
const MAX_PARTITIONS = 10_000;

export const createTopics: Api = {
  key: 19,
  name: 'CreateTopics',
  minVersion: 3,
  maxVersion: 3,
  handle: (body, broker, { session }) =>
    respondByName(body, readTopic, async (topic, validateOnly) => {
      if (!session.allows('create', 'cluster', kafkaCluster)) session.check('create', 'topic', topic.name);
      await createTopic(broker, topic, validateOnly);
    }),
};

function readTopic(body: Reader): NewTopic {
  const name = body.string();
  const partitions = body.int32();
  const replication = body.int16();
  const assignments = body.array(() => ({ number: body.int32(), nodes: body.array(body.int32) }));
  const configs = body.array(() => ({ name: body.string(), value: body.nullableString() }));
  return { name, partitions, replication, assignments, configs };
}

async function createTopic(broker: Broker, topic: NewTopic, validateOnly: boolean): Promise<void> {
  checkName(broker, topic.name);
  const partitions = partitionCount(broker, topic);
  const configs = parseConfigs(topic.configs);
  if (!validateOnly) await broker.topics.create(topic.name, partitions, configs);
}

function checkName({ topics }: Broker, name: string): void {
  if (!isLegalTopicName(name)) throw new KafkaError('INVALID_TOPIC', `Topic name is invalid: ${name}`);
  if (topics.find(name) !== undefined)
    throw new KafkaError('TOPIC_ALREADY_EXISTS', `Topic '${name}' already exists.`);
  const other = findCollision(name, topics.all());
  if (other !== undefined)
    throw new KafkaError('INVALID_TOPIC', `Topic '${name}' collides with existing topic: ${other}`);
}

function partitionCount({ defaultPartitions }: Broker, topic: NewTopic): number {
  if (topic.assignments.length > 0) return assignedCount(topic);
  const { partitions, replication } = topic;
  if (replication !== BY_DEFAULT && replication !== 1) throw new KafkaError('INVALID_REPLICATION_FACTOR');
  if (partitions === BY_DEFAULT) return defaultPartitions;
  if (partitions < 1 || partitions > MAX_PARTITIONS) throw new KafkaError('INVALID_PARTITIONS');
  return partitions;
}

function assignedCount({ assignments, partitions, replication }: NewTopic): number {
  if (partitions !== BY_DEFAULT || replication !== BY_DEFAULT)
    throw new KafkaError('INVALID_REQUEST', 'Assignments require -1 partitions and -1 replicas.');
  const isInOrder = assignments.every(({ number }, i) => number === i);
  const isHere = assignments.every(({ nodes }) => nodes.length === 1 && nodes[0] === NODE_ID);
  if (!isInOrder || !isHere) throw new KafkaError('INVALID_REPLICA_ASSIGNMENT');
  return assignments.length;
}
