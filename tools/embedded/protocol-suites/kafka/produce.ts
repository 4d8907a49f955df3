import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { batch, type BatchOptions } from './batches.ts';
import type { KafkaContext } from './context.ts';

const HOUR_MS = 3_600_000;
const MAX_BATCH_BYTES = 1_048_588;

const filled = (bytes: number): Buffer => {
  const probe = batch({ values: ['x'.repeat(1_000_000)] }).length - 1_000_000;
  return batch({ values: ['x'.repeat(bytes - probe)] });
};

const placementCases = (kafka: KafkaContext) =>
  describe('produce', () => {
    it('Kafka appends batches one after the other and returns the first offset of each', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      const first = await connection.produce(topic, 0, batch({ values: ['a', 'b', 'c'] }));
      const second = await connection.produce(topic, 0, batch({ values: ['d', 'e'] }));
      const third = await connection.produce(topic, 0, batch(), { acks: 1 });
      expect(first).toEqual({ number: 0, code: 0, baseOffset: 0, logAppendTime: -1, startOffset: 0 });
      expect(second).toMatchObject({ code: 0, baseOffset: 3 });
      expect(third).toMatchObject({ code: 0, baseOffset: 5 });
    });

    it.each<[what: string, code: number, records: () => Buffer]>([
      ['a wrong checksum', 2, () => batch({ breakChecksum: true })],
      ['a future magic', 2, () => batch({ magic: 3 })],
      ['a batch without its last byte', 87, () => batch().subarray(0, -1)],
      ['two batches', 87, () => Buffer.concat([batch(), batch()])],
      ['a batch of 0 records', 87, () => batch({ values: [] })],
      ['a wrong record count', 87, () => batch({ recordCount: 2 })],
      ['bytes that are no records', 87, () => batch({ records: Buffer.from('garbage!!') })],
      [
        'a transactional batch outside a transaction',
        53,
        () => batch({ attributes: 0x10, producerId: 5, sequence: 0 }),
      ],
      ['a time more than an hour ahead', 32, () => batch({ timestamp: Date.now() + 2 * HOUR_MS })],
      ['a batch above the limit', 10, () => filled(MAX_BATCH_BYTES + 1)],
    ])('Kafka rejects %s with code %i and accepts the next batch', async (_what, code, records) => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      const rejected = await connection.produce(topic, 0, records());
      expect(rejected).toMatchObject({ code, baseOffset: -1 });
      expect(await connection.produce(topic, 0, batch())).toMatchObject({ code: 0, baseOffset: 0 });
    });

    it('Kafka accepts a batch of exactly the maximum size', async () => {
      const topic = await kafka.topic();
      expect((await (await kafka.raw()).produce(topic, 0, filled(MAX_BATCH_BYTES))).code).toBe(0);
    });

    it('Kafka drops trailing bytes that are too few for another batch', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      const whole = batch();
      const { code } = await connection.produce(topic, 0, Buffer.concat([whole, Buffer.from('zz')]));
      expect(code).toBe(0);
      expect((await connection.fetchOne(topic, 0, 0)).records).toHaveLength(whole.length);
    });

    it('Kafka applies the size limit of a topic', async () => {
      const topic = await kafka.topic(1, { 'max.message.bytes': '300' });
      const connection = await kafka.raw();
      expect((await connection.produce(topic, 0, batch({ values: ['x'.repeat(300)] }))).code).toBe(10);
      expect((await connection.produce(topic, 0, batch())).code).toBe(0);
    });

    it('Kafka rejects acks other than -1, 0 and 1, and unknown partitions', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      expect((await connection.produce(topic, 0, batch(), { acks: 2 })).code).toBe(21);
      expect((await connection.produce(topic, 9, batch())).code).toBe(3);
      expect((await connection.produce(kafka.name(), 0, batch())).code).toBe(3);
    });

    it('Kafka stores messages with acks 0 without a response and closes the connection when it cannot', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      connection.postProduce(topic, 0, batch(), 0);
      await expect.poll(async () => (await connection.listOffsets(topic, 0, -1)).offset).toBe(1);
      const bad = await kafka.raw();
      bad.postProduce(topic, 9, batch(), 0);
      await bad.closed;
    });
  });

const idempotenceCases = (kafka: KafkaContext) =>
  describe('idempotent producers', () => {
    const producing = async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      const { code, id: producerId, epoch } = await connection.initProducerId();
      expect({ code, epoch }).toEqual({ code: 0, epoch: 0 });
      return (sequence: number, options: BatchOptions = {}) =>
        connection.produce(topic, 0, batch({ producerId, sequence, ...options }));
    };

    it('Kafka assigns a different id to every producer', async () => {
      const connection = await kafka.raw();
      const ids = await Promise.all(Array.from({ length: 10 }, () => connection.initProducerId()));
      expect(new Set(ids.map(({ id }) => id)).size).toBe(10);
    });

    it('Kafka responds to a duplicate of the last five batches with the offset of the first', async () => {
      const produce = await producing();
      for (let i = 0; i < 8; i += 1) expect((await produce(i)).baseOffset).toBe(i);
      for (const i of [7, 5, 3]) expect(await produce(i)).toMatchObject({ code: 0, baseOffset: i });
      expect(await produce(8)).toMatchObject({ code: 0, baseOffset: 8 });
    });

    it('Kafka rejects an older duplicate, a gap and an overlap as out of order', async () => {
      const produce = await producing();
      for (let i = 0; i < 8; i += 1) await produce(i);
      expect((await produce(2)).code).toBe(45);
      expect((await produce(20)).code).toBe(45);
      expect((await produce(7, { values: ['a', 'b'] })).code).toBe(45);
    });

    it('Kafka starts a new epoch only at sequence 0, and then rejects the old epoch', async () => {
      const produce = await producing();
      await produce(0);
      expect((await produce(5, { epoch: 1 })).code).toBe(45);
      expect(await produce(0, { epoch: 1 })).toMatchObject({ code: 0, baseOffset: 1 });
      expect((await produce(1)).code).toBe(47);
      expect(await produce(1, { epoch: 1 })).toMatchObject({ code: 0, baseOffset: 2 });
    });

    it('Kafka wraps the sequence to 0 after the largest number', async () => {
      const produce = await producing();
      const last = 2 ** 31 - 1;
      expect((await produce(last - 1, { values: ['a', 'b', 'c'] })).code).toBe(0);
      expect(await produce(1)).toMatchObject({ code: 0, baseOffset: 3 });
    });

    it('Kafka stores only one of two equal batches in flight', async () => {
      const topic = await kafka.topic();
      const [a, b] = await Promise.all([kafka.raw(), kafka.raw()]);
      const { id: producerId } = await a.initProducerId();
      const bytes = batch({ producerId, sequence: 0 });
      const responses = await Promise.all([a.produce(topic, 0, bytes), b.produce(topic, 0, bytes)]);
      expect(responses.map(({ code, baseOffset }) => [code, baseOffset])).toEqual([
        [0, 0],
        [0, 0],
      ]);
      await sleep(50);
      expect((await a.listOffsets(topic, 0, -1)).offset).toBe(1);
    });
  });

/** Cases of checks before an append, and of idempotent producers. */
export function produceCases(kafka: KafkaContext): void {
  placementCases(kafka);
  idempotenceCases(kafka);
}
