import type { Admin } from 'kafkajs';
import type { BusOptions } from '../bus.ts';
import { pause } from '../pause.ts';
import { createClient } from './client.ts';
import { backoff, isPassing } from './failures.ts';
import { countOf, withAdmin } from './lag.ts';

export interface TopicPlan {
  name: string;
  partitions: number;
}

export interface TopicsOptions extends BusOptions {
  topics: readonly TopicPlan[];
  /** Copies of each topic that is created, itself among them; 1 without. */
  replication?: number;
}

/** Messages that those of the topics hold that are there. */
export async function countMessages(options: BusOptions, names: readonly string[]): Promise<number> {
  const kafka = createClient(options);
  const known = new Set(await withAdmin(kafka, (admin) => admin.listTopics()));
  return countOf(
    kafka,
    names.filter((name) => known.has(name)),
  );
}

const messagesOf = (error: Error): string =>
  'errors' in error && Array.isArray(error.errors)
    ? error.errors.map((each: Error & { topic?: string }) => `${each.topic}: ${each.message}`).join('; ')
    : error.message;

/** Kafka is there and does not take the plan. */
export class TopicsRefused extends Error {
  readonly code = 'TOPICS_REFUSED';

  constructor(cause: Error) {
    super(`Kafka refused to create topics: ${messagesOf(cause)}`, { cause });
    this.name = 'TopicsRefused';
  }
}

const planOf =
  (replicationFactor: number) =>
  ({ name, partitions }: TopicPlan) => ({ topic: name, numPartitions: partitions, replicationFactor });

/** Metadata name the leader of a new partition before it takes requests; it is there when it says where it ends. */
const askLeaders = (admin: Admin, names: ReadonlySet<string>) =>
  Promise.all([...names].map((name) => admin.fetchTopicOffsets(name)));

async function createMissing(options: TopicsOptions, created: Set<string>): Promise<void> {
  const admin = createClient(options).admin();
  await admin.connect();
  try {
    const known = new Set(await admin.listTopics());
    const missing = options.topics.filter(({ name }) => !known.has(name));
    const topics = missing.map(planOf(options.replication ?? 1));
    for (const { name } of missing) created.add(name);
    if (topics.length > 0) await admin.createTopics({ waitForLeaders: true, topics });
    await askLeaders(admin, created);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/**
 * Creates the topics that are missing and leaves the others as they are; waits for Kafka as long as it takes, and until
 * what it created can be written and read.
 * Throws TopicsRefused, for more replicas than there are brokers for example.
 */
export async function migrateTopics(options: TopicsOptions): Promise<void> {
  const created = new Set<string>();
  for (let failures = 0; ; failures++) {
    try {
      return await createMissing(options, created);
    } catch (error) {
      if (error instanceof Error && !isPassing(error)) throw new TopicsRefused(error);
      options.log.warn({ err: error, brokers: options.brokers }, 'waiting for Kafka to create topics');
      await pause(backoff(failures));
    }
  }
}
