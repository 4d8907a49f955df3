import type { Reader } from '../wire/reader.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter } from '../wire/writer.ts';
import { type Api, type Broker, NO_THROTTLE, NODE_ID } from './api.ts';
import { outcomeOf } from './outcome.ts';

type Growth = { name: string; count: number; assignments: number[][] | null };

export const createPartitions: Api = {
  key: 37,
  name: 'CreatePartitions',
  minVersion: 1,
  maxVersion: 1,
  async handle(body, broker) {
    const wanted = body.array(() => readGrowth(body));
    body.int32(); // timeout: there is nobody to wait for
    const isTrial = body.boolean();
    const results = await Promise.all(
      [...Map.groupBy(wanted, ({ name }) => name)].map(async ([name, growths]) => {
        const { code, message } = await outcomeOf(() => growOne(broker, growths, isTrial), undefined);
        return { name, code, message };
      }),
    );
    const answer = createWriter().int32(NO_THROTTLE);
    return answer.array(results, ({ name, code, message }) => {
      answer.string(name).int16(code).string(message);
    });
  },
};

function readGrowth(body: Reader): Growth {
  const name = body.string();
  const count = body.int32();
  return { name, count, assignments: body.nullableArray(() => body.array(body.int32)) };
}

async function growOne(
  { topics }: Broker,
  [growth, ...sameName]: readonly Growth[],
  isTrial: boolean,
): Promise<void> {
  if (growth === undefined || sameName.length > 0)
    throw new KafkaError('INVALID_REQUEST', 'Duplicate topic name.');
  const { name, count, assignments } = growth;
  const topic = topics.find(name);
  if (topic === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
  const added = count - topic.partitions.length;
  if (added <= 0)
    throw new KafkaError('INVALID_PARTITIONS', `Topic has ${topic.partitions.length} partitions.`);
  if (assignments !== null) checkAssignments(assignments, added);
  if (!isTrial) await topics.grow(topic, count);
}

function checkAssignments(assignments: readonly number[][], added: number): void {
  const isHere = assignments.every((nodes) => nodes.length === 1 && nodes[0] === NODE_ID);
  if (assignments.length !== added || !isHere) throw new KafkaError('INVALID_REPLICA_ASSIGNMENT');
}
