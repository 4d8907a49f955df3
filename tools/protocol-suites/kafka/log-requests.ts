import { encoder, type RawConnection } from './frames.ts';
import { given } from '../given.ts';

type FetchInput = {
  topics: { name: string; partitions: { number: number; offset: number; maxBytes?: number }[] }[];
  maxWaitMs?: number;
  minBytes?: number;
  maxBytes?: number;
  isolation?: number;
};

const MEGABYTE = 1_048_576;

/** Writing and reading what a topic holds. */
export function logRequests(raw: RawConnection) {
  return {
    /** Writes one partition and does not wait; for acks 0. */
    postProduce(topic: string, partition: number, records: Buffer | null, acks: number) {
      raw.post(0, 7, produceBody(topic, partition, records, acks, null));
    },

    async produce(
      topic: string,
      partition: number,
      records: Buffer | null,
      { acks = -1, transactionalId = null }: { acks?: number; transactionalId?: string | null } = {},
    ) {
      const answer = await raw.request(0, 7, produceBody(topic, partition, records, acks, transactionalId));
      const readPartition = () => ({
        number: answer.int32(),
        code: answer.int16(),
        baseOffset: answer.int64(),
        logAppendTime: answer.int64(),
        startOffset: answer.int64(),
      });
      const topics = answer.list(() => ({ name: answer.string(), partitions: answer.list(readPartition) }));
      return given(given(topics[0]).partitions[0]);
    },

    async fetch({ topics, ...limits }: FetchInput) {
      const { maxWaitMs = 0, minBytes = 1, maxBytes = 50 * MEGABYTE, isolation = 0 } = limits;
      const body = encoder().int32(-1).int32(maxWaitMs).int32(minBytes).int32(maxBytes).int8(isolation);
      body.int32(0).int32(-1);
      body.array(topics, ({ name, partitions }) => {
        body.string(name).array(partitions, ({ number, offset, maxBytes: most = MEGABYTE }) => {
          body.int32(number).int32(-1).int64(offset).int64(-1).int32(most);
        });
      });
      const answer = await raw.request(
        1,
        11,
        body
          .array([], () => undefined)
          .string('')
          .finish(),
      );
      answer.int32();
      const code = answer.int16();
      const sessionId = answer.int32();
      const readPartition = () => ({
        number: answer.int32(),
        code: answer.int16(),
        highWatermark: answer.int64(),
        lastStable: answer.int64(),
        startOffset: answer.int64(),
        aborted: answer.array(() => [answer.int64(), answer.int64()]),
        preferred: answer.int32(),
        records: answer.bytes() ?? Buffer.alloc(0),
      });
      const found = answer.list(() => ({ name: answer.string(), partitions: answer.list(readPartition) }));
      return { code, sessionId, topics: found };
    },

    /** Fetches one partition. */
    async fetchOne(topic: string, number: number, offset: number, limits: Omit<FetchInput, 'topics'> = {}) {
      const answer = await this.fetch({
        topics: [{ name: topic, partitions: [{ number, offset }] }],
        ...limits,
      });
      return given(given(answer.topics[0]).partitions[0]);
    },

    async listOffsets(topic: string, partition: number, timestamp: number) {
      const body = encoder().int32(-1).int8(0);
      body.array([topic], () => {
        body.string(topic).array([partition], () => void body.int32(partition).int64(timestamp));
      });
      const answer = await raw.request(2, 3, body.finish());
      answer.int32();
      const readPartition = () => ({
        number: answer.int32(),
        code: answer.int16(),
        timestamp: answer.int64(),
        offset: answer.int64(),
      });
      const topics = answer.list(() => ({ name: answer.string(), partitions: answer.list(readPartition) }));
      return given(given(topics[0]).partitions[0]);
    },

    async initProducerId(transactionalId: string | null = null) {
      const answer = await raw.request(22, 1, encoder().string(transactionalId).int32(60_000).finish());
      answer.int32();
      return { code: answer.int16(), id: answer.int64(), epoch: answer.int16() };
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
