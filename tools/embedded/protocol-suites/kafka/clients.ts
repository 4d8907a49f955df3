import { setTimeout as sleep } from 'node:timers/promises';
import {
  ConfigResourceTypes,
  type Consumer,
  type ConsumerConfig,
  type EachMessagePayload,
  Partitioners,
  type Producer,
} from 'kafkajs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type KafkaContext, until } from './context.ts';
import { present } from '../present.ts';

const FAST: Omit<ConsumerConfig, 'groupId'> = {
  sessionTimeout: 6000,
  heartbeatInterval: 200,
  rebalanceTimeout: 5000,
  maxWaitTimeInMs: 200,
};

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

/** Cases of kafkajs as the services use it. */
export function clientCases(kafka: KafkaContext): void {
  const admin = async () => {
    const client = kafka.client().admin();
    await client.connect();
    onTestFinished(() => client.disconnect());
    return client;
  };
  const producer = async (idempotent = true): Promise<Producer> => {
    const options = { idempotent, createPartitioner: Partitioners.DefaultPartitioner };
    const client = kafka.client().producer(idempotent ? { ...options, maxInFlightRequests: 1 } : options);
    await client.connect();
    onTestFinished(() => client.disconnect());
    return client;
  };
  const consumer = async (
    topic: string,
    handle: (payload: EachMessagePayload) => void | Promise<void>,
    groupId = kafka.name('group'),
  ): Promise<Consumer> => {
    const client = kafka.client().consumer({ groupId, ...FAST });
    await client.connect();
    onTestFinished(() => client.disconnect());
    await client.subscribe({ topics: [topic], fromBeginning: true });
    await client.run({ eachMessage: async (payload) => handle(payload) });
    return client;
  };
  const send = (client: Producer, topic: string, values: number[], keys = 5) =>
    Promise.all(
      values.map((value) =>
        client.send({ topic, acks: -1, messages: [{ key: `k${value % keys}`, value: String(value) }] }),
      ),
    );
  const valueOf = ({ message }: EachMessagePayload) => Number(String(message.value));

  describe('kafkajs', () => {
    it('kafkajs creates a topic once and lists it', async () => {
      const client = await admin();
      const topic = kafka.name('topic');
      const topics = [{ topic, numPartitions: 6 }];
      expect(await client.createTopics({ topics })).toBe(true);
      expect(await client.createTopics({ topics })).toBe(false);
      expect(await client.listTopics()).toContain(topic);
      const metadata = await client.fetchTopicMetadata({ topics: [topic] });
      expect(present(metadata.topics[0]).partitions).toHaveLength(6);
      expect((await client.describeCluster()).controller).toBe(1);
    });

    it('kafkajs delivers keys, values and headers, in order for each key', async () => {
      const topic = await kafka.topic(3);
      const got: { key: string; value: number; type: string }[] = [];
      await consumer(topic, (payload) => {
        const { key, headers } = payload.message;
        got.push({ key: String(key), value: valueOf(payload), type: String(headers?.['type']) });
      });
      const client = await producer(false);
      for (const value of numbers(0, 60))
        await client.send({
          topic,
          acks: -1,
          messages: [{ key: `k${value % 5}`, value: String(value), headers: { type: 'card.added' } }],
        });
      await until(() => got.length >= 60, 'all messages');
      expect(got.every(({ type }) => type === 'card.added')).toBe(true);
      for (const key of ['k0', 'k1', 'k2', 'k3', 'k4']) {
        const values = got.filter((one) => one.key === key).map(({ value }) => value);
        expect(values).toEqual([...values].sort((a, b) => a - b));
        expect(values).toHaveLength(12);
      }
    });

    it('kafkajs splits the partitions between two members, and the survivor takes over', async () => {
      const topic = await kafka.topic(6);
      const groupId = kafka.name('group');
      const got: Record<'one' | 'two', number[]> = { one: [], two: [] };
      const client = await producer();
      await consumer(topic, (payload) => void got.one.push(valueOf(payload)), groupId);
      const second = await consumer(topic, (payload) => void got.two.push(valueOf(payload)), groupId);
      const watcher = await admin();
      const membersNow = async () => present((await watcher.describeGroups([groupId])).groups[0]);
      await until(async () => {
        const { state, members } = await membersNow();
        return state === 'Stable' && members.length === 2;
      }, 'two members');
      await send(client, topic, numbers(0, 60), 60);
      await until(() => new Set([...got.one, ...got.two]).size === 60, 'the first messages');
      expect(got.one.length).toBeGreaterThan(0);
      expect(got.two.length).toBeGreaterThan(0);
      await second.disconnect();
      await send(client, topic, numbers(100, 30), 60);
      await until(() => got.one.filter((value) => value >= 100).length >= 30, 'the survivor');
    });

    it('kafkajs stores each message of an idempotent producer once', async () => {
      const topic = await kafka.topic();
      const got: number[] = [];
      await consumer(topic, (payload) => void got.push(valueOf(payload)));
      const client = await producer();
      await send(client, topic, numbers(0, 50));
      for (const value of numbers(50, 10)) await send(client, topic, [value]);
      await until(() => got.length >= 60, 'all messages');
      await sleep(100);
      expect([...got].sort((a, b) => a - b)).toEqual(numbers(0, 60));
      expect(got.slice(50)).toEqual(numbers(50, 10));
    });

    it('kafkajs delivers a message again after its handler failed', async () => {
      const topic = await kafka.topic();
      let attempts = 0;
      let isHandled = false;
      await consumer(topic, () => {
        attempts += 1;
        if (attempts < 3) throw new Error('not yet');
        isHandled = true;
      });
      await send(await producer(), topic, [1]);
      await until(() => isHandled, 'the third attempt');
      expect(attempts).toBe(3);
    });

    it('kafkajs continues where the group stopped, and replays after a reset', async () => {
      const topic = await kafka.topic(3);
      const groupId = kafka.name('group');
      const client = await producer();
      const count = async (values: number) => {
        let seen = 0;
        const one = await consumer(topic, () => void (seen += 1), groupId);
        await until(() => seen >= values, `${values} messages`);
        await sleep(100);
        await one.disconnect();
        return seen;
      };
      await send(client, topic, numbers(0, 30), 30);
      expect(await count(30)).toBe(30);
      await send(client, topic, numbers(30, 10), 30);
      expect(await count(10)).toBe(10);
      const watcher = await admin();
      const [committed] = await watcher.fetchOffsets({ groupId, topics: [topic] });
      expect(present(committed).partitions.reduce((sum, { offset }) => sum + Number(offset), 0)).toBe(40);
      await watcher.resetOffsets({ groupId, topic, earliest: true });
      expect(await count(40)).toBe(40);
    });

    it('kafkajs handles a message within milliseconds', async () => {
      const topic = await kafka.topic();
      const waits: number[] = [];
      await consumer(
        topic,
        ({ message }) => void waits.push(performance.now() - Number(String(message.value))),
      );
      const client = await producer();
      for (const _ of numbers(0, 60)) {
        await client.send({ topic, acks: -1, messages: [{ value: String(performance.now()) }] });
        await sleep(5);
      }
      await until(() => waits.length >= 60, 'all messages');
      const median = present(waits.slice(10).sort((a, b) => a - b)[25]);
      expect(median).toBeLessThan(60);
    });

    it('kafkajs throws for a message that is too large and for a topic that does not exist', async () => {
      const topic = await kafka.topic();
      const client = await producer(false);
      const large = client.send({ topic, messages: [{ value: 'x'.repeat(1_100_000) }] });
      await expect(large).rejects.toMatchObject({ type: 'MESSAGE_TOO_LARGE' });
      const reader = kafka.client().consumer({ groupId: kafka.name('group'), retry: { retries: 0 } });
      await reader.connect();
      onTestFinished(() => reader.disconnect());
      const subscribing = reader.subscribe({ topics: [kafka.name()] });
      await expect(subscribing).rejects.toMatchObject({ type: 'UNKNOWN_TOPIC_OR_PARTITION' });
    });

    it('kafkajs administers records, configurations and groups', async () => {
      const topic = await kafka.topic(1);
      const groupId = kafka.name('group');
      const client = await admin();
      await send(await producer(), topic, numbers(0, 10));
      const offsets = () => client.fetchTopicOffsets(topic);
      expect(await offsets()).toEqual([{ partition: 0, offset: '10', low: '0', high: '10' }]);
      await client.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '4' }] });
      expect(await offsets()).toEqual([{ partition: 0, offset: '10', low: '4', high: '10' }]);
      const resource = { type: ConfigResourceTypes.TOPIC, name: topic };
      const configEntries = [{ name: 'retention.ms', value: '1000000' }];
      await client.alterConfigs({ validateOnly: false, resources: [{ ...resource, configEntries }] });
      const retention = async () => {
        const resources = [{ ...resource, configNames: ['retention.ms'] }];
        const described = await client.describeConfigs({ includeSynonyms: false, resources });
        return present(present(described.resources[0]).configEntries[0]).configValue;
      };
      await until(async () => (await retention()) === '1000000', 'the configuration');
      await client.setOffsets({ groupId, topic, partitions: [{ partition: 0, offset: '7' }] });
      expect(await client.deleteGroups([groupId])).toMatchObject([{ groupId, errorCode: 0 }]);
    });
  });
}
