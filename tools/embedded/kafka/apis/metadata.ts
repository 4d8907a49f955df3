import type { Session } from '../access/session.ts';
import { findCollision, isLegalTopicName, type Topic } from '../log/topics.ts';
import { ErrorCode } from '../wire/error-codes.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter, type Writer } from '../wire/writer.ts';
import { type Api, type Broker, HOST, NO_THROTTLE, NODE_ID } from './api.ts';
import { outcomeOf } from './outcome.ts';

type Described = { name: string; code: number; topic: Topic | undefined };

export const metadata: Api = {
  key: 3,
  name: 'Metadata',
  minVersion: 6,
  maxVersion: 6,
  async handle(body, broker, { session }) {
    const isShown = ({ name }: Topic) => session.allows('describe', 'topic', name);
    const names =
      body.nullableArray(body.string) ??
      broker.topics
        .all()
        .filter(isShown)
        .map(({ name }) => name);
    const mayCreate = body.boolean() && broker.autoCreateTopics;
    const described = await Promise.all(names.map((name) => describe(broker, session, name, mayCreate)));
    return writeMetadata(broker, described);
  },
};

async function describe(
  broker: Broker,
  session: Session,
  name: string,
  mayCreate: boolean,
): Promise<Described> {
  const find = () => {
    session.check('describe', 'topic', name);
    return findTopic(broker, name, mayCreate && session.allows('create', 'topic', name));
  };
  const { code, value } = await outcomeOf(find, undefined);
  return { name, code, topic: value };
}

async function findTopic(broker: Broker, name: string, mayCreate: boolean): Promise<Topic> {
  if (!isLegalTopicName(name)) throw new KafkaError('INVALID_TOPIC');
  if (mayCreate && broker.topics.find(name) === undefined) await createByUse(broker, name);
  const topic = broker.topics.find(name);
  if (topic === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
  return topic;
}

async function createByUse({ topics, defaultPartitions }: Broker, name: string): Promise<void> {
  if (findCollision(name, topics.all()) !== undefined) throw new KafkaError('INVALID_TOPIC');
  const { code } = await outcomeOf(() => topics.create(name, defaultPartitions, {}), undefined);
  if (code === ErrorCode.KAFKA_STORAGE_ERROR) throw new KafkaError('KAFKA_STORAGE_ERROR');
}

function writeMetadata(broker: Broker, described: readonly Described[]): Writer {
  const answer = createWriter(1024).int32(NO_THROTTLE);
  answer.array([NODE_ID], (id) => answer.int32(id).string(HOST).int32(broker.port).string(null));
  answer.string(broker.clusterId).int32(NODE_ID);
  return answer.array(described, ({ name, code, topic }) => {
    answer.int16(code).string(name).boolean(false);
    answer.array(topic?.partitions ?? [], ({ number }) => writePartition(answer, number));
  });
}

function writePartition(answer: Writer, number: number): void {
  const writeNode = (id: number) => void answer.int32(id);
  answer.int16(ErrorCode.NONE).int32(number).int32(NODE_ID);
  answer.array([NODE_ID], writeNode).array([NODE_ID], writeNode).array([], writeNode);
}
