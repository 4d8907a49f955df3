import { kafkaCluster } from '@kumbuka/contracts/events/access';
import { parseConfigs } from '../log/topic-config.ts';
import { isLegalTopicName } from '../log/topics.ts';
import { KafkaError } from '../wire/errors.ts';
import type { Reader } from '../wire/reader.ts';
import { createWriter } from '../wire/writer.ts';
import { type Api, type Broker, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

type NewTopic = {
  name: string;
  partitions: number;
  replication: number;
  hasAssignments: boolean;
  configs: { name: string; value: string | null }[];
};

const BY_DEFAULT = -1;
const MAX_PARTITIONS = 10_000;

export const createTopics: Api = {
  key: 19,
  name: 'CreateTopics',
  minVersion: 3,
  maxVersion: 3,
  async handle(body, broker, { session }) {
    const requested = body.array(() => readTopic(body));
    body.int32(); // timeout: no replica to wait for
    const validateOnly = body.boolean();
    const createOne = async ([topic, ...sameName]: readonly NewTopic[]) => {
      if (topic === undefined || sameName.length > 0)
        throw new KafkaError('INVALID_REQUEST', 'Duplicate topic name.');
      if (!session.allows('create', 'cluster', kafkaCluster)) session.check('create', 'topic', topic.name);
      await createTopic(broker, topic, validateOnly);
    };
    const results = await Promise.all(
      [...Map.groupBy(requested, ({ name }) => name)].map(async ([name, topics]) => {
        const { code, message } = await outcomeOf(() => createOne(topics), undefined);
        return { name, code, message };
      }),
    );
    const response = createWriter().int32(NO_THROTTLE);
    return response.array(results, ({ name, code, message }) => {
      response.string(name).int16(code).string(message);
    });
  },
};

function readTopic(body: Reader): NewTopic {
  const name = body.string();
  const partitions = body.int32();
  const replication = body.int16();
  const assignments = body.array(() => [body.int32(), body.array(body.int32)]);
  const configs = body.array(() => ({ name: body.string(), value: body.nullableString() }));
  return { name, partitions, replication, hasAssignments: assignments.length > 0, configs };
}

async function createTopic(broker: Broker, topic: NewTopic, validateOnly: boolean): Promise<void> {
  checkName(broker, topic.name);
  const partitions = partitionCount(topic);
  const configs = parseConfigs(topic.configs);
  if (!validateOnly) await broker.topics.create(topic.name, partitions, configs);
}

function checkName({ topics }: Broker, name: string): void {
  if (!isLegalTopicName(name)) throw new KafkaError('INVALID_TOPIC', `Topic name is invalid: ${name}`);
  if (topics.find(name) !== undefined)
    throw new KafkaError('TOPIC_ALREADY_EXISTS', `Topic '${name}' already exists.`);
}

function partitionCount({ partitions, replication, hasAssignments }: NewTopic): number {
  if (hasAssignments) throw new KafkaError('INVALID_REQUEST', 'Assignments to brokers are not supported.');
  if (replication !== BY_DEFAULT && replication !== 1) throw new KafkaError('INVALID_REPLICATION_FACTOR');
  if (partitions === BY_DEFAULT) return 1;
  if (partitions < 1 || partitions > MAX_PARTITIONS) throw new KafkaError('INVALID_PARTITIONS');
  return partitions;
}
