import { describe, expect, it } from 'vitest';
import { batch, batchesIn } from './batches.ts';
import { type KafkaContext, until } from './context.ts';
import { present } from '../present.ts';

const TOPIC = 2;

const metadataCases = (kafka: KafkaContext) =>
  describe('metadata', () => {
    it('Kafka returns its own address as the only broker', async () => {
      const [host, port] = kafka.address().split(':');
      const { brokers, controller, clusterId } = await (await kafka.raw()).metadata([]);
      expect(brokers).toEqual([{ id: 1, host, port: Number(port), rack: null }]);
      expect(controller).toBe(1);
      expect(clusterId).toMatch(/^[\w-]{22}$/);
    });

    it('Kafka returns the partitions of existing topics, code 3 for unknown and code 17 for invalid topics', async () => {
      const topic = await kafka.topic(2);
      const unknown = kafka.name();
      const { topics } = await (await kafka.raw()).metadata([topic, unknown, 'no name'], true);
      const byName = new Map(topics.map((one) => [one.name, one]));
      const numbers = present(byName.get(topic)).partitions.map(({ number }) => number);
      expect(numbers.sort()).toEqual([0, 1]);
      const whole = { code: 0, leader: 1, replicas: [1], inSync: [1], offline: [] };
      expect(byName.get(topic)).toMatchObject({ code: 0, isInternal: false, partitions: [whole, whole] });
      expect(byName.get(unknown)).toMatchObject({ code: 3, partitions: [] });
      expect(byName.get('no name')).toMatchObject({ code: 17, partitions: [] });
    });

    it('Kafka lists all topics for a null list and none for an empty list', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      expect((await connection.metadata(null)).topics.map(({ name }) => name)).toContain(topic);
      expect((await connection.metadata([])).topics).toEqual([]);
    });
  });

const topicCreationCases = (kafka: KafkaContext) =>
  describe('creating topics', () => {
    it('Kafka refuses to create invalid topics, each with its code', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      const refused = [
        { partitions: 0, code: 37 },
        { partitions: -2, code: 37 },
        { replication: 0, code: 38 },
        { replication: 3, code: 38 },
        { configs: { nonsense: '1' }, code: 40 },
        { configs: { 'retention.ms': 'long' }, code: 40 },
        { configs: { 'retention.ms': '-5' }, code: 40 },
      ].map((each) => ({ ...each, name: kafka.name() }));
      const codes = await connection.createTopics([
        { name: topic },
        { name: 'no name' },
        { name: '.' },
        { name: '' },
        { name: 'x'.repeat(250) },
        ...refused,
      ]);
      expect(Object.fromEntries(codes)).toEqual({
        [topic]: 36,
        'no name': 17,
        '.': 17,
        '': 17,
        ['x'.repeat(250)]: 17,
        ...Object.fromEntries(refused.map(({ name, code }) => [name, code])),
      });
    });

    it('Kafka refuses to create two topics with one name, or with names that differ only in . and _', async () => {
      const connection = await kafka.raw();
      const twice = kafka.name();
      const codes = await connection.createTopics([{ name: twice }, { name: twice }]);
      expect(codes.get(twice)).toBe(42);
      const stem = kafka.name();
      expect((await connection.createTopics([{ name: `${stem}.a` }])).get(`${stem}.a`)).toBe(0);
      expect((await connection.createTopics([{ name: `${stem}_a` }])).get(`${stem}_a`)).toBe(17);
    });

    it('Kafka creates no topic with validateOnly', async () => {
      const connection = await kafka.raw();
      const name = kafka.name();
      expect((await connection.createTopics([{ name }], true)).get(name)).toBe(0);
      expect(present((await connection.metadata([name])).topics[0]).code).toBe(3);
      const wrong = [{ name, partitions: 0 }];
      expect((await connection.createTopics(wrong, true)).get(name)).toBe(37);
    });

    it('Kafka creates topics with the defaults of -1', async () => {
      const name = kafka.name();
      const byDefault = { name, partitions: -1, replication: -1 };
      expect((await (await kafka.raw()).createTopics([byDefault], true)).get(name)).toBe(0);
    });
  });

const recordDeletionCases = (kafka: KafkaContext) =>
  describe('deleting records', () => {
    it('Kafka deletes records from the start up to an offset', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      for (let i = 0; i < 4; i += 1) await connection.produce(topic, 0, batch({ values: ['a', 'b'] }));
      expect(await connection.deleteRecords(topic, 0, 3)).toEqual({ number: 0, lowWatermark: 3, code: 0 });
      expect(await connection.deleteRecords(topic, 0, 1)).toMatchObject({ lowWatermark: 3, code: 0 });
      expect((await connection.fetchOne(topic, 0, 2)).code).toBe(1);
      const { records, startOffset } = await connection.fetchOne(topic, 0, 3);
      expect({ startOffset, first: present(batchesIn(records)[0]).baseOffset }).toEqual({
        startOffset: 3,
        first: 2,
      });
      expect((await connection.listOffsets(topic, 0, -2)).offset).toBe(3);
      expect(await connection.deleteRecords(topic, 0, -1)).toMatchObject({ lowWatermark: 8, code: 0 });
      expect((await connection.produce(topic, 0, batch())).baseOffset).toBe(8);
    });

    it('Kafka refuses to delete absent records', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      for (const offset of [9, -5])
        expect(await connection.deleteRecords(topic, 0, offset)).toMatchObject({ lowWatermark: -1, code: 1 });
      expect((await connection.deleteRecords(topic, 7, 0)).code).toBe(3);
    });
  });

const configurationCases = (kafka: KafkaContext) =>
  describe('configurations', () => {
    const KEYS = ['retention.ms', 'max.message.bytes'];

    it('Kafka returns the effective value of a configuration and its source', async () => {
      const topic = await kafka.topic(1, { 'retention.ms': '3600000' });
      const { code, entries } = await (
        await kafka.raw()
      ).describeConfigs(TOPIC, topic, [...KEYS, 'nonsense']);
      expect(code).toBe(0);
      const found = entries.map(({ name, value, source }) => [name, value, source]);
      expect(found.sort()).toEqual([
        ['max.message.bytes', '1048588', 5],
        ['retention.ms', '3600000', 1],
      ]);
    });

    it('Kafka keeps messages for 7 days by default', async () => {
      const topic = await kafka.topic();
      const { entries } = await (await kafka.raw()).describeConfigs(TOPIC, topic, ['retention.ms']);
      expect(present(entries[0]).value).toBe(String(7 * 86_400_000));
    });

    it('Kafka replaces all configurations of a topic, and changes none with validateOnly', async () => {
      const topic = await kafka.topic(1, { 'retention.ms': '3600000' });
      const connection = await kafka.raw();
      const valueOf = async (key: string) =>
        present((await connection.describeConfigs(TOPIC, topic, [key])).entries[0]).value;
      expect(await connection.alterConfigs(topic, { 'max.message.bytes': '500' }, true)).toBe(0);
      expect(await valueOf('retention.ms')).toBe('3600000');
      expect(await connection.alterConfigs(topic, { 'max.message.bytes': '500' })).toBe(0);
      await until(async () => (await valueOf('max.message.bytes')) === '500', 'the new configuration');
      expect(await valueOf('retention.ms')).not.toBe('3600000');
      expect((await connection.produce(topic, 0, batch({ values: ['x'.repeat(500)] }))).code).toBe(10);
    });

    it('Kafka rejects unknown configurations, invalid values and unknown resources', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      expect(await connection.alterConfigs(topic, { nonsense: '1' })).toBe(40);
      expect(await connection.alterConfigs(topic, { 'retention.ms': 'long' })).toBe(40);
      expect(await connection.alterConfigs(kafka.name(), {})).toBe(3);
      expect((await connection.describeConfigs(TOPIC, kafka.name(), null)).code).toBe(3);
      expect((await connection.describeConfigs(TOPIC, 'no name', null)).code).toBe(17);
    });
  });

/** Cases of topics, records and configurations. */
export function adminCases(kafka: KafkaContext): void {
  metadataCases(kafka);
  topicCreationCases(kafka);
  recordDeletionCases(kafka);
  configurationCases(kafka);
}
