import { setTimeout as sleep } from 'node:timers/promises';
import { Partitioners } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { batch } from './batches.ts';
import { type KafkaContext, until, waitUntilWarm } from './context.ts';
import { present } from '../present.ts';

const ROUNDS = 4;
const ROUND_MS = 700;
const KEYS = 4;
/** A real Kafka on a busy machine restarts slowly. */
const TEST_MS = 180_000;

type Seen = { key: string; value: number };

/** Cases after a SIGKILL: Kafka has every acknowledged message, once and in order. */
export function crashCases(kafka: KafkaContext, crash: () => Promise<void>): void {
  const read = async (topic: string, groupId: string, seen: Seen[]) => {
    const timing = { sessionTimeout: 6000, heartbeatInterval: 200, maxWaitTimeInMs: 200 };
    const client = kafka.client().consumer({ groupId, ...timing });
    await client.connect();
    await client.subscribe({ topics: [topic], fromBeginning: true });
    const eachMessage = async ({ message }: { message: { key: Buffer | null; value: Buffer | null } }) =>
      void seen.push({ key: String(message.key), value: Number(String(message.value)) });
    await client.run({ eachMessage });
    return client;
  };
  const storedCount = async (topic: string) => {
    const connection = await kafka.raw();
    const ends = await Promise.all([0, 1, 2].map((number) => connection.listOffsets(topic, number, -1)));
    return ends.reduce((sum, { offset }) => sum + offset, 0);
  };
  const distinct = (seen: readonly Seen[]) => new Set(seen.map(({ value }) => value));
  const firstSightings = (seen: readonly Seen[], key: string) => [
    ...distinct(seen.filter((one) => one.key === key)),
  ];

  describe('after kill -9', { timeout: TEST_MS }, () => {
    it('after kill -9, Kafka has every acknowledged message of an idempotent producer once and in order', async () => {
      const topic = await kafka.topic(3);
      const live: Seen[] = [];
      const groupId = kafka.name('group');
      const consumer = await read(topic, groupId, live);
      const acked: number[] = [];
      let isStopped = false;
      // One send at a time for each producer: in kafkajs a failed send returns its sequence number,
      // and a concurrent one to the same partition uses it. When the broker had stored the first before it
      // died, it drops the second as a duplicate of the first, and stores the first twice.
      const produce = async (key: number) => {
        const producer = kafka.client().producer({
          idempotent: true,
          maxInFlightRequests: 1,
          createPartitioner: Partitioners.DefaultPartitioner,
        });
        await producer.connect();
        for (let value = key; !isStopped; value += KEYS) {
          await producer.send({ topic, acks: -1, messages: [{ key: `k${key}`, value: String(value) }] });
          acked.push(value);
        }
        await producer.disconnect();
      };
      const producing = [0, 1, 2, 3].map(produce);
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = acked.length;
        await sleep(ROUND_MS);
        await until(() => acked.length > before, 'messages of the round');
        await crash();
      }
      await sleep(ROUND_MS);
      isStopped = true;
      await Promise.all(producing);

      const stored: Seen[] = [];
      const reader = await read(topic, kafka.name('group'), stored);
      await waitUntilWarm(kafka.address());
      const count = await storedCount(topic);
      await until(() => stored.length >= count, 'a new group to have all');
      // A client that failed during the crashes is replaced, as in the services; its group continues.
      await Promise.race([consumer.disconnect(), sleep(5000)]);
      const successor = await read(topic, groupId, live);
      await until(() => distinct(live).size >= distinct(stored).size, 'the old group to have all');
      await Promise.all([successor.disconnect(), reader.disconnect()]);

      const ascending = (values: Iterable<number>) => [...values].sort((a, b) => a - b);
      expect(acked.length).toBeGreaterThan(100);
      expect(ascending(stored.map(({ value }) => value))).toEqual(ascending(acked));
      expect(ascending(distinct(live))).toEqual(ascending(acked));
      for (const key of ['k0', 'k1', 'k2', 'k3']) {
        expect(firstSightings(stored, key)).toEqual(ascending(firstSightings(stored, key)));
        expect(firstSightings(live, key)).toEqual(ascending(firstSightings(live, key)));
      }
    });

    it('after kill -9, Kafka remembers topics, configurations, offsets and the sequence of each producer', async () => {
      const topic = await kafka.topic(2, { 'retention.ms': '7000000' });
      const groupId = kafka.name('group');
      const before = await kafka.raw();
      const { id: producerId } = await before.initProducerId();
      const nth = (sequence: number) => batch({ producerId, sequence });
      for (let i = 0; i < 7; i += 1) await before.produce(topic, 0, nth(i));
      await before.commit({ groupId, topic, offset: 5, metadata: 'here' });
      await crash();

      await waitUntilWarm(kafka.address());
      const after = await kafka.raw();
      await until(async () => (await after.listOffsets(topic, 0, -1)).code === 0, 'a leader');
      expect(present((await after.metadata([topic])).topics[0]).partitions).toHaveLength(2);
      const { entries } = await after.describeConfigs(2, topic, ['retention.ms']);
      expect(present(entries[0]).value).toBe('7000000');
      expect(
        present((await after.offsets(groupId, [{ topic, partitions: [0] }])).topics[0]).partitions[0],
      ).toEqual({
        number: 0,
        offset: 5,
        metadata: 'here',
        code: 0,
      });
      expect(await after.produce(topic, 0, nth(6))).toMatchObject({ code: 0, baseOffset: 6 });
      expect((await after.produce(topic, 0, nth(9))).code).toBe(45);
      expect(await after.produce(topic, 0, nth(7))).toMatchObject({ code: 0, baseOffset: 7 });
      expect((await after.initProducerId()).id).toBeGreaterThan(producerId);
    });

    it('after kill -9, Kafka returns only retryable errors until it is ready', async () => {
      await crash();
      const seen = await waitUntilWarm(kafka.address());
      for (const code of seen) expect([14, 15, 16]).toContain(code);
      const topic = await kafka.topic();
      expect((await (await kafka.raw()).produce(topic, 0, batch())).code).toBe(0);
    });
  });
}
