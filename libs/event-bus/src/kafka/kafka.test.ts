import { eventually } from '@kumbuka/testing/servers';
import kafkajs from 'kafkajs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BusUnavailable, MessageTooLarge } from '../bus.ts';
import { createBus } from './create-bus.ts';
import { migrateTopics, type TopicPlan } from './topics.ts';
import { silent, startTrialStack, type TrialStack } from '../testing/trial-stack.ts';

let stack: TrialStack;
beforeAll(async () => {
  stack = await startTrialStack();
});
afterAll(() => stack.stop());

const migrate = (topics: TopicPlan[]) =>
  migrateTopics({ brokers: stack.brokers, clientId: 'migration', log: silent, topics });
const lagOf = async (topic: string) => {
  const bus = createBus({ brokers: stack.brokers, clientId: 'trial', log: silent });
  return bus.lag('nobody', [topic]).finally(() => bus.stop());
};

it('the Kafka client creates missing topics and leaves existing ones unchanged', async () => {
  await migrate([{ name: 'first', partitions: 2 }]);
  await migrate([
    { name: 'first', partitions: 2 },
    { name: 'second', partitions: 6 },
  ]);
  const bus = createBus({ brokers: stack.brokers, clientId: 'trial', log: silent });
  const messages = Array.from({ length: 100 }, (_, key) => ({ key: String(key), value: 'v' }));
  await bus.publish('second', messages);
  await bus.stop();
  const found = await stack.read('second');
  await eventually(() => expect(found).toHaveLength(100));
  expect(new Set(found.map(({ partition }) => partition)).size).toBe(6);
  expect(await lagOf('second')).toBe(100);
});

it('the retention of dead letters is longer than the default 7 days, and is corrected on existing topics', async () => {
  const admin = new kafkajs.Kafka({
    brokers: [...stack.brokers],
    logLevel: kafkajs.logLevel.NOTHING,
  }).admin();
  await admin.connect();
  const settings = async () => {
    const resources = [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: 'kept' }];
    const described = await admin.describeConfigs({ includeSynonyms: false, resources });
    const entries = described.resources.flatMap(({ configEntries }) => configEntries);
    const valueOf = (name: string) => entries.find(({ configName }) => configName === name)?.configValue;
    return [valueOf('retention.ms'), valueOf('min.insync.replicas'), valueOf('max.message.bytes')];
  };
  const defaults = await (async () => {
    await migrate([{ name: 'kept', partitions: 1 }]);
    return settings();
  })();
  const configEntries = [{ name: 'max.message.bytes', value: '500000' }];
  await admin.alterConfigs({
    validateOnly: false,
    resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: 'kept', configEntries }],
  });
  await migrate([{ name: 'kept', partitions: 1, retentionMs: 90 * 86_400_000 }]);
  const kept = ['7776000000', '1', '500000'];
  await eventually(async () => expect(await settings()).toEqual(kept));
  await migrate([{ name: 'kept', partitions: 1, retentionMs: 90 * 86_400_000 }]);
  expect(await settings()).toEqual(kept);
  expect(defaults[0]).toBe('604800000');
  await admin.disconnect();
});

it('new topics can be counted and written at once, with many partitions or few', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({ name: `new-${index}`, partitions: 1 + index }));
  await migrate(many);
  expect(await Promise.all(many.map(({ name }) => lagOf(name)))).toEqual(many.map(() => 0));
});

it('the Kafka client rejects more replicas than there are brokers', async () => {
  const topics = [{ name: 'replicated', partitions: 1 }];
  const plan = { brokers: stack.brokers, clientId: 'migration', log: silent, topics, replication: 3 };
  await expect(migrateTopics(plan)).rejects.toThrow(/replicated: .*replica/i);
});

it('the Kafka client rejects a message to an unknown topic and does not create the topic', async () => {
  const bus = createBus({ brokers: stack.brokers, clientId: 'trial', log: silent });
  await expect(bus.publish('absent', [{ key: 'k', value: 'v' }])).rejects.toThrow(BusUnavailable);
  await bus.stop();
  await expect(lagOf('absent')).rejects.toThrow(/topic-partition/);
});

it('the Kafka client distinguishes a message that is too large from an unavailable broker', async () => {
  await migrate([{ name: 'narrow', partitions: 1 }]);
  const bus = createBus({ brokers: stack.brokers, clientId: 'trial', log: silent });
  const huge = [{ key: 'k', value: 'x'.repeat(3_000_000) }];
  await expect(bus.publish('narrow', huge)).rejects.toThrow(MessageTooLarge);
  await bus.publish('narrow', [{ key: 'k', value: 'v' }]);
  await bus.stop();
});

it('the bus publishes nothing after it has stopped', async () => {
  const bus = createBus({ brokers: stack.brokers, clientId: 'trial', log: silent });
  await bus.stop();
  await expect(bus.publish('first', [{ key: 'k', value: 'v' }])).rejects.toThrow(BusUnavailable);
});
