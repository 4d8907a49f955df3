import { type KafkaContext, until } from './context.ts';
import type { JoinInput } from './group-requests.ts';
import type { RawKafka } from './requests.ts';

/** Joins with the member id from the first response. */
export async function join(connection: RawKafka, input: JoinInput) {
  const { memberId } = await connection.join(input);
  return connection.join({ ...input, memberId });
}

/** Creates a group of one member in generation 1 with an assignment. */
export async function stableGroup(kafka: KafkaContext, input: Partial<JoinInput> = {}) {
  const groupId = kafka.name('group');
  const connection = await kafka.raw();
  const { memberId, generation } = await join(connection, { groupId, ...input });
  await connection.sync(groupId, generation, memberId, { [memberId]: 'all' });
  return { groupId, connection, memberId, generation };
}

/** Creates a group of two members in generation 2, each with its own connection. */
export async function pair(kafka: KafkaContext) {
  const first = await stableGroup(kafka);
  const { groupId } = first;
  const second = await kafka.raw('second');
  const joining = join(second, { groupId });
  await until(async () => {
    const code = await first.connection.heartbeat(groupId, 1, first.memberId);
    return code === 27;
  }, 'the rebalance');
  const rejoined = await first.connection.join({ groupId, memberId: first.memberId });
  const joined = await joining;
  return { ...first, rejoined, second, joined };
}
