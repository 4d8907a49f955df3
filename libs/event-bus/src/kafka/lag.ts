import type { Admin, Kafka } from 'kafkajs';

type Offsets = Awaited<ReturnType<Admin['fetchOffsets']>>[number]['partitions'];
type Ends = Awaited<ReturnType<Admin['fetchTopicOffsets']>>;

/** Messages between what the group has committed and the end; retention may have passed the group by. */
function lagOfTopic(committed: Offsets, ends: Ends): number {
  const endOf = new Map(ends.map((end) => [end.partition, end]));
  return committed.reduce((lag, { partition, offset }) => {
    const { high = '0', low = '0' } = endOf.get(partition) ?? {};
    return lag + Number(high) - Math.max(Number(offset), Number(low));
  }, 0);
}

/** Messages of the topics that the group has not worked off. */
export async function lagOf(kafka: Kafka, group: string, topics: readonly string[]): Promise<number> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const committed = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
    let lag = 0;
    for (const { topic, partitions } of committed)
      lag += lagOfTopic(partitions, await admin.fetchTopicOffsets(topic));
    return lag;
  } finally {
    await admin.disconnect();
  }
}
