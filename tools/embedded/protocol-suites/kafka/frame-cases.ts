import { describe, expect, it } from 'vitest';
import type { KafkaContext } from './context.ts';
import { batch, batchesIn } from './batches.ts';

/** Requests of the product and the versions that kafkajs 2.2.4 uses with a Kafka 4, by the key of the request. */
const USED_BY_KAFKAJS: readonly [name: string, key: number, version: number][] = [
  ['Produce', 0, 7],
  ['Fetch', 1, 11],
  ['ListOffsets', 2, 3],
  ['Metadata', 3, 6],
  ['OffsetCommit', 8, 5],
  ['OffsetFetch', 9, 4],
  ['FindCoordinator', 10, 2],
  ['JoinGroup', 11, 5],
  ['Heartbeat', 12, 3],
  ['LeaveGroup', 13, 3],
  ['SyncGroup', 14, 3],
  ['DescribeGroups', 15, 2],
  ['ApiVersions', 18, 2],
  ['CreateTopics', 19, 3],
  ['DeleteRecords', 21, 1],
  ['InitProducerId', 22, 1],
  ['DescribeConfigs', 32, 2],
  ['AlterConfigs', 33, 1],
  ['DeleteGroups', 42, 1],
];

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

/** Cases of frames, versions and the order of responses. */
export function frameCases(kafka: KafkaContext): void {
  describe('frames and versions', () => {
    it('Kafka supports every version that kafkajs uses with a Kafka 4', async () => {
      const { code, ranges } = await (await kafka.raw()).apiVersions();
      expect(code).toBe(0);
      for (const [name, key, version] of USED_BY_KAFKAJS) {
        const isOffered = ranges.some(
          (range) => range.key === key && range.min <= version && version <= range.max,
        );
        expect({ name, isOffered }).toEqual({ name, isOffered: true });
      }
    });

    it('Kafka responds to an unknown version of ApiVersions with UNSUPPORTED_VERSION and its supported range', async () => {
      const { code, ranges } = await (await kafka.raw()).apiVersions(99);
      expect(code).toBe(35);
      expect(ranges).toMatchObject([{ key: 18, min: 0 }]);
    });

    it.each([
      ['a request type that does not exist', 999, 0, Buffer.alloc(4)],
      ['a version that does not exist', 3, 99, Buffer.alloc(4)],
      ['a body that ends early', 3, 6, Buffer.from([0])],
      ['an array longer than its frame', 3, 6, Buffer.from([127, 255, 255, 255, 0])],
    ])('Kafka closes the connection on %s and still serves others', async (_what, key, version, body) => {
      const other = await kafka.raw();
      const bad = await kafka.raw();
      await expect(bad.request(key, version, body)).rejects.toThrow('closed the connection');
      expect((await other.metadata([])).brokers).toHaveLength(1);
    });

    it.each([
      ['a negative length', int32(-1)],
      ['a length of 2 GB', int32(2 ** 31 - 1)],
      ['a length just above the limit of 100 MB', int32(104_857_601)],
      ['a length of 0', int32(0)],
      ['another protocol', Buffer.from('GET / HTTP/1.1\r\nHost: kafka\r\n\r\n')],
      ['a header that ends early', Buffer.concat([int32(4), Buffer.from([0, 3, 0, 6])])],
    ])('Kafka closes the connection on %s and still serves others', async (_what, bytes) => {
      const other = await kafka.raw();
      const bad = await kafka.raw();
      bad.write(bytes);
      await bad.closed;
      expect((await other.metadata([])).brokers).toHaveLength(1);
    });

    it('Kafka responds to one connection in the order of its requests, also after a long poll', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      const startedAt = Date.now();
      const poll = connection.fetchOne(topic, 0, 0, { maxWaitMs: 500 });
      await connection.metadata([]);
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(490);
      expect((await poll).records).toHaveLength(0);
      expect(connection.correlations).toEqual([1, 2]);
    });

    it('Kafka responds to each of several requests that were written at once', async () => {
      const topic = await kafka.topic();
      const connection = await kafka.raw();
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, i) => connection.produce(topic, 0, batch({ values: [`${i}`] }))),
      );
      expect(responses.map(({ baseOffset }) => baseOffset)).toEqual(responses.map((_, i) => i));
      expect(batchesIn((await connection.fetchOne(topic, 0, 0)).records)).toHaveLength(40);
    });
  });
}
