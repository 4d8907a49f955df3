import kafkajs, { type Admin } from 'kafkajs';
import { setTimeout as pause } from 'node:timers/promises';
import type { BusOptions } from '../bus.ts';
import { createClient } from './client.ts';
import { backoff, isRetriable } from './failures.ts';
import { countOf, withAdmin } from './lag.ts';

export interface TopicPlan {
  name: string;
  partitions: number;
  /** Milliseconds that messages are kept; Kafka's default when left out. */
  retentionMs?: number;
}

interface TopicsOptions extends BusOptions {
  topics: readonly TopicPlan[];
  /** Replicas of each created topic; 1 by default. */
  replication?: number;
}

type Configs = Record<string, string>;

/** With three replicas, a write needs two of them and survives the loss of a broker. */
const configsOf = ({ retentionMs }: TopicPlan, replication: number): Configs => ({
  ...(retentionMs !== undefined && { 'retention.ms': String(retentionMs) }),
  'min.insync.replicas': replication >= 3 ? '2' : '1',
});
const entriesOf = (configs: Configs) => Object.entries(configs).map(([name, value]) => ({ name, value }));

/** Number of messages in those of the topics that exist. */
export async function countMessages(options: BusOptions, names: readonly string[]): Promise<number> {
  const kafka = createClient(options);
  const existing = new Set(await withAdmin(kafka, (admin) => admin.listTopics()));
  return countOf(
    kafka,
    names.filter((name) => existing.has(name)),
  );
}

const messagesOf = (error: Error): string =>
  'errors' in error && Array.isArray(error.errors)
    ? error.errors.map((each: Error & { topic?: string }) => `${each.topic}: ${each.message}`).join('; ')
    : error.message;

/** Kafka rejects the topics, for example because they need more replicas than it has brokers. */
class TopicsRejected extends Error {
  readonly code = 'TOPICS_REFUSED';

  constructor(cause: Error) {
    super(`Kafka rejected to create topics: ${messagesOf(cause)}`, { cause });
    this.name = 'TopicsRejected';
  }
}

const planOf = (replicationFactor: number) => (plan: TopicPlan) => ({
  topic: plan.name,
  numPartitions: plan.partitions,
  replicationFactor,
  configEntries: entriesOf(configsOf(plan, replicationFactor)),
});

/** Kafka's code for a value that was set on the topic itself. */
const setOnTopic = 1;

/** Reads the configurations that were set on each topic, without defaults. */
async function readConfigs(admin: Admin, names: readonly string[]): Promise<Map<string, Configs>> {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  });
  return new Map(
    resources.map(({ resourceName, configEntries }) => [
      resourceName,
      Object.fromEntries(
        configEntries
          .filter(({ configSource }) => Number(configSource) === setOnTopic)
          .map(({ configName, configValue }) => [configName, configValue]),
      ),
    ]),
  );
}

/** Corrects existing topics whose configuration differs from the plan; other configurations of a topic are kept. */
async function correctConfigs(admin: Admin, plans: readonly TopicPlan[], replication: number): Promise<void> {
  if (plans.length === 0) return;
  const present = await readConfigs(
    admin,
    plans.map(({ name }) => name),
  );
  const resources = plans.flatMap((plan) => {
    const before = present.get(plan.name) ?? {};
    const wanted = configsOf(plan, replication);
    const differs = Object.entries(wanted).some(([name, value]) => before[name] !== value);
    const configEntries = entriesOf({ ...before, ...wanted });
    return differs ? [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: plan.name, configEntries }] : [];
  });
  if (resources.length > 0) await admin.alterConfigs({ validateOnly: false, resources });
}

/** Waits until the leaders of new partitions accept requests; metadata names them earlier, an offset query waits. */
const awaitLeaders = (admin: Admin, names: ReadonlySet<string>) =>
  Promise.all([...names].map((name) => admin.fetchTopicOffsets(name)));

async function createMissing(options: TopicsOptions, created: Set<string>): Promise<void> {
  const admin = createClient(options).admin();
  await admin.connect();
  try {
    const present = new Set(await admin.listTopics());
    const missing = options.topics.filter(({ name }) => !present.has(name));
    const topics = missing.map(planOf(options.replication ?? 1));
    for (const { name } of missing) created.add(name);
    if (topics.length > 0) await admin.createTopics({ waitForLeaders: true, topics });
    const existing = options.topics.filter(({ name }) => present.has(name));
    await correctConfigs(admin, existing, options.replication ?? 1);
    await awaitLeaders(admin, created);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}

/**
 * Creates missing topics and corrects the configuration of existing ones. Waits for Kafka as long as it takes, and until
 * created topics can be written and read. Throws `TopicsRejected`, for example for more replicas than brokers.
 */
export async function migrateTopics(options: TopicsOptions): Promise<void> {
  const created = new Set<string>();
  for (let failures = 0; ; failures++) {
    try {
      return await createMissing(options, created);
    } catch (error) {
      if (error instanceof Error && !isRetriable(error)) throw new TopicsRejected(error);
      options.log.warn({ err: error, brokers: options.brokers }, 'waiting for Kafka to create topics');
      await pause(backoff(failures));
    }
  }
}
