import { describe, expect, it } from 'vitest';
import { batch, batchesIn } from './batches.ts';
import type { KafkaContext } from './context.ts';
import { present } from '../present.ts';

/** Cases of topics and of deleted records. */
export function adminCases(kafka: KafkaContext): void {
  describe('administration', () => {
    it('Kafka returns the partitions of existing topics, and code 3 for unknown ones', async () => {
      const topic = await kafka.topic(2);
      const unknown = kafka.name();
      const connection = await kafka.raw();
      const { topics } = await connection.metadata([topic, unknown], true);
      const byName = new Map(topics.map((one) => [one.name, one]));
      const whole = { code: 0, leader: 1, replicas: [1], inSync: [1], offline: [] };
      expect(byName.get(topic)).toMatchObject({ code: 0, isInternal: false, partitions: [whole, whole] });
      expect(byName.get(unknown)).toMatchObject({ code: 3, partitions: [] });
      expect((await connection.metadata(null)).topics.map(({ name }) => name)).toContain(topic);
    });

    it('Kafka rejects to create invalid topics, each with its code', async () => {
      const topic = await kafka.topic();
      const invalid = [
        { partitions: 0, code: 37 },
        { replication: 3, code: 38 },
        { configs: { nonsense: '1' }, code: 40 },
        { configs: { 'retention.ms': 'long' }, code: 40 },
      ].map((each) => ({ ...each, name: kafka.name() }));
      const codes = await (
        await kafka.raw()
      ).createTopics([{ name: topic }, { name: 'no name' }, ...invalid]);
      expect(Object.fromEntries(codes)).toEqual({
        [topic]: 36,
        'no name': 17,
        ...Object.fromEntries(invalid.map(({ name, code }) => [name, code])),
      });
    });

    it('Kafka deletes records from the start up to an offset', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      for (let i = 0; i < 4; i += 1) await connection.produce(topic, 0, batch({ values: ['a', 'b'] }));
      expect(await connection.deleteRecords(topic, 0, 3)).toEqual({ number: 0, lowWatermark: 3, code: 0 });
      expect(await connection.deleteRecords(topic, 0, 1)).toMatchObject({ lowWatermark: 3, code: 0 });
      expect((await connection.fetchOne(topic, 0, 2)).code).toBe(1);
      const { records, startOffset } = await connection.fetchOne(topic, 0, 3);
      expect([startOffset, present(batchesIn(records)[0]).baseOffset]).toEqual([3, 2]);
      expect(await connection.deleteRecords(topic, 0, -1)).toMatchObject({ lowWatermark: 8, code: 0 });
      expect((await connection.produce(topic, 0, batch())).baseOffset).toBe(8);
      expect(await connection.deleteRecords(topic, 0, 10)).toMatchObject({ lowWatermark: -1, code: 1 });
    });
  });
}
