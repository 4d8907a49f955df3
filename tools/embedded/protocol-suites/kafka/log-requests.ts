import { encoder, type RawConnection } from './frames.ts';
import { present } from '../present.ts';

type FetchInput = {
  topics: { name: string; partitions: { number: number; offset: number; maxBytes?: number }[] }[];
  maxWaitMs?: number;
  minBytes?: number;
  maxBytes?: number;
};

const MEGABYTE = 1_048_576;

/** Requests that write and read messages. */
export function logRequests(raw: RawConnection) {
  return {
    /** Writes to one partition without waiting, for acks 0. */
    postProduce(topic: string, partition: number, records: Buffer | null, acks: number) {
      raw.post(0, 7, produceBody(topic, partition, records, acks, null));
    },

    async produce(
      topic: string,
      partition: number,
      records: Buffer | null,
      { acks = -1, transactionalId = null }: { acks?: number; transactionalId?: string | null } = {},
    ) {
      const response = await raw.request(0, 7, produceBody(topic, partition, records, acks, transactionalId));
      const readPartition = () => ({
        number: response.int32(),
        code: response.int16(),
        baseOffset: response.int64(),
        logAppendTime: response.int64(),
        startOffset: response.int64(),
      });
      const topics = response.list(() => ({
        name: response.string(),
        partitions: response.list(readPartition),
      }));
      return present(present(topics[0]).partitions[0]);
    },

    async fetch({ topics, ...limits }: FetchInput) {
      const { maxWaitMs = 0, minBytes = 1, maxBytes = 50 * MEGABYTE } = limits;
      const body = encoder().int32(-1).int32(maxWaitMs).int32(minBytes).int32(maxBytes).int8(0);
      body.int32(0).int32(-1);
      body.array(topics, ({ name, partitions }) => {
        body.string(name).array(partitions, ({ number, offset, maxBytes: maxPartitionBytes = MEGABYTE }) => {
          body.int32(number).int32(-1).int64(offset).int64(-1).int32(maxPartitionBytes);
        });
      });
      const response = await raw.request(
        1,
        11,
        body
          .array([], () => undefined)
          .string('')
          .finish(),
      );
      response.int32();
      const code = response.int16();
      const sessionId = response.int32();
      const readPartition = () => ({
        number: response.int32(),
        code: response.int16(),
        highWatermark: response.int64(),
        lastStable: response.int64(),
        startOffset: response.int64(),
        aborted: response.array(() => [response.int64(), response.int64()]),
        preferred: response.int32(),
        records: response.bytes() ?? Buffer.alloc(0),
      });
      const found = response.list(() => ({
        name: response.string(),
        partitions: response.list(readPartition),
      }));
      return { code, sessionId, topics: found };
    },

    /** Fetches one partition. */
    async fetchOne(topic: string, number: number, offset: number, limits: Omit<FetchInput, 'topics'> = {}) {
      const response = await this.fetch({
        topics: [{ name: topic, partitions: [{ number, offset }] }],
        ...limits,
      });
      return present(present(response.topics[0]).partitions[0]);
    },

    async listOffsets(topic: string, partition: number, timestamp: number) {
      const body = encoder().int32(-1).int8(0);
      body.array([topic], () => {
        body.string(topic).array([partition], () => void body.int32(partition).int64(timestamp));
      });
      const response = await raw.request(2, 3, body.finish());
      response.int32();
      const readPartition = () => ({
        number: response.int32(),
        code: response.int16(),
        timestamp: response.int64(),
        offset: response.int64(),
      });
      const topics = response.list(() => ({
        name: response.string(),
        partitions: response.list(readPartition),
      }));
      return present(present(topics[0]).partitions[0]);
    },

    async initProducerId(transactionalId: string | null = null) {
      const response = await raw.request(22, 1, encoder().string(transactionalId).int32(60_000).finish());
      response.int32();
      return { code: response.int16(), id: response.int64(), epoch: response.int16() };
    },
  };
}

function produceBody(
  topic: string,
  partition: number,
  records: Buffer | null,
  acks: number,
  transactionalId: string | null,
): Buffer {
  const body = encoder().string(transactionalId).int16(acks).int32(10_000);
  body.array([topic], () => {
    body.string(topic).array([partition], () => void body.int32(partition).bytes(records));
  });
  return body.finish();
}
