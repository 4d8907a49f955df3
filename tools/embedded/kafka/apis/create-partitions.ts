import type { Reader } from '../wire/reader.ts';
import { KafkaError } from '../wire/errors.ts';
import { respondByName } from './respond-by-name.ts';
import { type Api, type Broker, NODE_ID } from './api.ts';

type Growth = { name: string; count: number; assignments: number[][] | null };

export const createPartitions: Api = {
  key: 37,
  name: 'CreatePartitions',
  minVersion: 1,
  maxVersion: 1,
  handle: (body, broker, { session }) =>
    respondByName(body, readGrowth, async (growth, validateOnly) => {
      session.check('alter', 'topic', growth.name);
      await grow(broker, growth, validateOnly);
    }),
};

function readGrowth(body: Reader): Growth {
  const name = body.string();
  const count = body.int32();
  return { name, count, assignments: body.nullableArray(() => body.array(body.int32)) };
}

async function grow(
  { topics }: Broker,
  { name, count, assignments }: Growth,
  validateOnly: boolean,
): Promise<void> {
  const topic = topics.find(name);
  if (topic === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
  const added = count - topic.partitions.length;
  if (added <= 0)
    throw new KafkaError('INVALID_PARTITIONS', `Topic has ${topic.partitions.length} partitions.`);
  if (assignments !== null) checkAssignments(assignments, added);
  if (!validateOnly) await topics.grow(topic, count);
}

function checkAssignments(assignments: readonly number[][], added: number): void {
  const isHere = assignments.every((nodes) => nodes.length === 1 && nodes[0] === NODE_ID);
  if (assignments.length !== added || !isHere) throw new KafkaError('INVALID_REPLICA_ASSIGNMENT');
}
