import type { Admin, Kafka } from 'kafkajs';

type Offsets = Awaited<ReturnType<Admin['fetchOffsets']>>[number]['partitions'];
type Ends = Awaited<ReturnType<Admin['fetchTopicOffsets']>>;

/** Messages between the committed offset and the end; retention may have removed some of them. */
function lagOfTopic(committed: Offsets, ends: Ends): number {
  const endOf = new Map(ends.map((end) => [end.partition, end]));
  return committed.reduce((lag, { partition, offset }) => {
    const { high = '0', low = '0' } = endOf.get(partition) ?? {};
    return lag + Number(high) - Math.max(Number(offset), Number(low));
  }, 0);
}

/** Runs work with a separate admin connection, and closes it afterwards. */
export async function withAdmin<Result>(
  kafka: Kafka,
  work: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}

/** Start and end offsets of a topic's partitions. */
export const endsOf = (kafka: Kafka, topic: string): Promise<Ends> =>
  withAdmin(kafka, (admin) => admin.fetchTopicOffsets(topic));

/** Number of messages in the topics. */
export const countOf = (kafka: Kafka, topics: readonly string[]): Promise<number> =>
  withAdmin(kafka, async (admin) => {
    const ends = await Promise.all(topics.map((topic) => admin.fetchTopicOffsets(topic)));
    return ends.flat().reduce((count, { high, low }) => count + Number(high) - Number(low), 0);
  });

export interface TopicLag {
  topic: string;
  lag: number;
}

type Committed = Awaited<ReturnType<Admin['fetchOffsets']>>;

async function lagsBy(admin: Admin, committed: Committed): Promise<TopicLag[]> {
  const lags: TopicLag[] = [];
  for (const { topic, partitions } of committed)
    lags.push({ topic, lag: lagOfTopic(partitions, await admin.fetchTopicOffsets(topic)) });
  return lags;
}

/** Consumer lag of a group. */
export const lagOf = (kafka: Kafka, group: string, topics: readonly string[]): Promise<number> =>
  withAdmin(kafka, async (admin) => {
    const committed = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
    const lags = await lagsBy(admin, committed);
    return lags.reduce((sum, { lag }) => sum + lag, 0);
  });

const neverCommitted = '-1';

/** Lag of each topic that the group has read from. */
export const lagsOf = (kafka: Kafka, group: string, topics: readonly string[]): Promise<TopicLag[]> =>
  withAdmin(kafka, async (admin) => {
    const committed = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
    const read = committed.filter(({ partitions }) =>
      partitions.some(({ offset }) => offset !== neverCommitted),
    );
    return lagsBy(admin, read);
  });
