import type { Session } from '../access/session.ts';
import type { Topic } from '../log/topics.ts';
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
    const described = await Promise.all(names.map((name) => describe(broker, session, name)));
    return writeMetadata(broker, described);
  },
};

async function describe(broker: Broker, session: Session, name: string): Promise<Described> {
  const find = () => {
    session.check('describe', 'topic', name);
    return findTopic(broker, name);
  };
  const { code, value } = await outcomeOf(find, undefined);
  return { name, code, topic: value };
}

function findTopic(broker: Broker, name: string): Topic {
  const topic = broker.topics.find(name);
  if (topic === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
  return topic;
}

function writeMetadata(broker: Broker, described: readonly Described[]): Writer {
  const response = createWriter(1024).int32(NO_THROTTLE);
  response.array([NODE_ID], (id) => response.int32(id).string(HOST).int32(broker.port).string(null));
  response.string(broker.clusterId).int32(NODE_ID);
  return response.array(described, ({ name, code, topic }) => {
    response.int16(code).string(name).boolean(false);
    response.array(topic?.partitions ?? [], ({ number }) => writePartition(response, number));
  });
}

function writePartition(response: Writer, number: number): void {
  const writeNode = (id: number) => void response.int32(id);
  response.int16(ErrorCode.NONE).int32(number).int32(NODE_ID);
  response.array([NODE_ID], writeNode).array([NODE_ID], writeNode).array([], writeNode);
}
