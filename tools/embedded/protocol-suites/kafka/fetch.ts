import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { batch, batchesIn } from './batches.ts';
import { type KafkaContext, until } from './context.ts';
import { present } from '../present.ts';

const filledTopic = async (kafka: KafkaContext, batches: number, partitions = 1) => {
  const topic = await kafka.topic(partitions);
  const connection = await kafka.raw();
  const sizes: number[] = [];
  for (let i = 0; i < batches; i += 1) {
    const bytes = batch({ values: [`message ${i}`, 'and another'] });
    for (let number = 0; number < partitions; number += 1) await connection.produce(topic, number, bytes);
    sizes.push(bytes.length);
  }
  return { topic, connection, sizes };
};

const fetchingCases = (kafka: KafkaContext) =>
  describe('fetch', () => {
    it('Kafka returns the batches in order with their offsets and the watermarks', async () => {
      const { topic, connection } = await filledTopic(kafka, 3);
      const { records, ...found } = await connection.fetchOne(topic, 0, 0);
      expect(found).toMatchObject({ code: 0, highWatermark: 6, lastStable: 6, startOffset: 0 });
      expect(found.aborted).toBeNull();
      expect(batchesIn(records).map(({ baseOffset }) => baseOffset)).toEqual([0, 2, 4]);
    });

    it('Kafka starts a fetch with the batch that contains the offset', async () => {
      const { topic, connection } = await filledTopic(kafka, 3);
      const { records } = await connection.fetchOne(topic, 0, 3);
      expect(batchesIn(records).map(({ baseOffset }) => baseOffset)).toEqual([2, 4]);
    });

    it('Kafka cuts a fetch at exactly the maximum bytes, but never the first batch', async () => {
      const { topic, connection, sizes } = await filledTopic(kafka, 3);
      const lengthWith = async (maxBytes: number) => {
        const partitions = [{ number: 0, offset: 0, maxBytes }];
        const { topics } = await connection.fetch({ topics: [{ name: topic, partitions }] });
        return present(present(topics[0]).partitions[0]).records.length;
      };
      expect(await lengthWith(present(sizes[0]) + 33)).toBe(present(sizes[0]) + 33);
      expect(await lengthWith(10)).toBe(sizes[0]);
      expect(await lengthWith(0)).toBe(sizes[0]);
    });

    it('Kafka applies the maximum bytes of a fetch across all partitions', async () => {
      const { topic, connection, sizes } = await filledTopic(kafka, 2, 2);
      const partitions = [0, 1].map((number) => ({ number, offset: 0 }));
      const all = present(sizes[0]) + present(sizes[1]);
      const lengthsWith = async (maxBytes: number) => {
        const { topics } = await connection.fetch({ topics: [{ name: topic, partitions }], maxBytes });
        return present(topics[0]).partitions.map(({ records }) => records.length);
      };
      expect(await lengthsWith(all + 20)).toEqual([all, 0]);
      expect(await lengthsWith(all + present(sizes[0]) + 20)).toEqual([all, present(sizes[0]) + 20]);
      expect(await lengthsWith(50)).toEqual([sizes[0], 0]);
    });

    it('Kafka rejects offsets out of range without watermarks, and unknown partitions', async () => {
      const { topic, connection } = await filledTopic(kafka, 1);
      for (const offset of [-1, 3, 9999]) {
        const { code, highWatermark, lastStable } = await connection.fetchOne(topic, 0, offset);
        expect({ code, highWatermark, lastStable }).toEqual({ code: 1, highWatermark: -1, lastStable: -1 });
      }
      expect((await connection.fetchOne(topic, 7, 0)).code).toBe(3);
      expect((await connection.fetchOne(kafka.name(), 0, 0)).code).toBe(3);
    });

    it('Kafka delays a fetch at the end of the log for the maximum wait', async () => {
      const { topic, connection } = await filledTopic(kafka, 1);
      const startedAt = Date.now();
      const { code, records } = await connection.fetchOne(topic, 0, 2, { maxWaitMs: 300 });
      expect({ code, bytes: records.length }).toEqual({ code: 0, bytes: 0 });
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(290);
    });

    it('Kafka wakes a long poll with the first message', async () => {
      const { topic, connection } = await filledTopic(kafka, 1);
      const reader = await kafka.raw();
      const poll = reader.fetchOne(topic, 0, 2, { maxWaitMs: 10_000 });
      await sleep(100);
      const startedAt = Date.now();
      await connection.produce(topic, 0, batch());
      expect(batchesIn((await poll).records)).toHaveLength(1);
      expect(Date.now() - startedAt).toBeLessThan(1000);
    });

    it('Kafka continues a long poll until the minimum bytes are available', async () => {
      const { topic, connection, sizes } = await filledTopic(kafka, 1);
      const reader = await kafka.raw();
      const minBytes = present(sizes[0]) + 10;
      const poll = reader.fetchOne(topic, 0, 0, { maxWaitMs: 10_000, minBytes });
      await sleep(100);
      expect(reader.correlations).toHaveLength(0);
      await connection.produce(topic, 0, batch());
      expect(batchesIn((await poll).records)).toHaveLength(2);
    });
  });

const offsetCases = (kafka: KafkaContext) =>
  describe('list offsets', () => {
    it('Kafka returns the first and the next offset', async () => {
      const { topic, connection } = await filledTopic(kafka, 2);
      expect(await connection.listOffsets(topic, 0, -2)).toMatchObject({ code: 0, offset: 0, timestamp: -1 });
      expect(await connection.listOffsets(topic, 0, -1)).toMatchObject({ code: 0, offset: 4, timestamp: -1 });
    });
  });

const retentionCases = (kafka: KafkaContext) =>
  describe('retention', () => {
    it('Kafka deletes messages older than the retention of the topic, and no younger ones', async () => {
      const topic = await kafka.topic(1, { 'retention.ms': '60000' });
      const connection = await kafka.raw();
      await connection.produce(topic, 0, batch({ timestamp: Date.now() - 3_600_000 }));
      await until(async () => (await connection.listOffsets(topic, 0, -2)).offset === 1, 'retention');
      await connection.produce(topic, 0, batch({ values: ['young'] }));
      await sleep(700);
      expect((await connection.listOffsets(topic, 0, -2)).offset).toBe(1);
      expect((await connection.fetchOne(topic, 0, 0)).code).toBe(1);
      expect(batchesIn((await connection.fetchOne(topic, 0, 1)).records)).toHaveLength(1);
    });

    it('Kafka continues the offsets of a topic after all its messages were deleted', async () => {
      const topic = await kafka.topic(1, { 'retention.ms': '60000' });
      const connection = await kafka.raw();
      await connection.produce(topic, 0, batch({ timestamp: 1000, values: ['a', 'b'] }));
      await until(async () => (await connection.listOffsets(topic, 0, -2)).offset === 2, 'retention');
      expect((await connection.produce(topic, 0, batch())).baseOffset).toBe(2);
    });
  });

/** Cases of fetches, long polls, limits and retention. */
export function fetchCases(kafka: KafkaContext): void {
  fetchingCases(kafka);
  offsetCases(kafka);
  retentionCases(kafka);
}
