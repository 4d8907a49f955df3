import { encoder, openRaw } from './frames.ts';
import { given } from '../given.ts';

export type Protocol = { name: string; metadata: Buffer };
export type JoinInput = {
  groupId: string;
  memberId?: string;
  sessionMs?: number;
  rebalanceMs?: number;
  type?: string;
  protocols?: Protocol[];
};
export type FetchInput = {
  topics: { name: string; partitions: { number: number; offset: number; maxBytes?: number }[] }[];
  maxWaitMs?: number;
  minBytes?: number;
  maxBytes?: number;
  isolation?: number;
};
export type TopicInput = {
  name: string;
  partitions?: number;
  replication?: number;
  configs?: Record<string, string>;
  assignments?: number[][];
};
export type CommitInput = {
  groupId: string;
  generation?: number;
  memberId?: string;
  topic: string;
  partition?: number;
  offset: number;
  metadata?: string | null;
};

const PROTOCOLS: Protocol[] = [{ name: 'RoundRobinAssigner', metadata: Buffer.from('m') }];
const SESSION_MS = 10_000;
const MEGABYTE = 1_048_576;

export type RawKafka = Awaited<ReturnType<typeof rawKafka>>;

/** One raw connection with the requests that kafkajs sends to a Kafka 4, at the versions that it takes. */
export async function rawKafka(address: string, clientId?: string) {
  const raw = await openRaw(address, clientId);
  return {
    ...raw,

    async apiVersions(version = 2) {
      // From version 3 on: no tags in the header; name and version of the client's software; no tags.
      const body = version >= 3 ? Buffer.from([0, 2, 0x61, 2, 0x62, 0]) : Buffer.alloc(0);
      const answer = await raw.request(18, version, body);
      const code = answer.int16();
      const readRange = () => ({ key: answer.int16(), min: answer.int16(), max: answer.int16() });
      return { code, ranges: answer.list(readRange) };
    },

    async metadata(topics: string[] | null, mayCreate = false) {
      const body = encoder();
      body.array(topics, (name) => void body.string(name));
      const answer = await raw.request(3, 6, body.int8(mayCreate ? 1 : 0).finish());
      answer.int32();
      const readBroker = () => ({
        id: answer.int32(),
        host: answer.string(),
        port: answer.int32(),
        rack: answer.string(),
      });
      const brokers = answer.list(readBroker);
      const clusterId = answer.string();
      const controller = answer.int32();
      const readPartition = () => ({
        code: answer.int16(),
        number: answer.int32(),
        leader: answer.int32(),
        replicas: answer.list(answer.int32),
        inSync: answer.list(answer.int32),
        offline: answer.list(answer.int32),
      });
      const readTopic = () => ({
        code: answer.int16(),
        name: answer.string(),
        isInternal: answer.int8() === 1,
        partitions: answer.list(readPartition),
      });
      return { brokers, clusterId, controller, topics: answer.list(readTopic) };
    },

    /** Writes one partition and does not wait; for acks 0. */
    postProduce(topic: string, partition: number, records: Buffer | null, acks: number) {
      raw.post(0, 7, produceBody(topic, partition, records, acks, null));
    },

    async produce(
      topic: string,
      partition: number,
      records: Buffer | null,
      { acks = -1, transactionalId = null as string | null } = {},
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

    async findCoordinator(groupId: string, type = 0) {
      const answer = await raw.request(10, 2, encoder().string(groupId).int8(type).finish());
      answer.int32();
      const code = answer.int16();
      answer.string();
      return { code, id: answer.int32(), host: answer.string(), port: answer.int32() };
    },

    async join({ groupId, memberId = '', ...options }: JoinInput) {
      const { sessionMs = SESSION_MS, rebalanceMs = SESSION_MS, type = 'consumer' } = options;
      const body = encoder()
        .string(groupId)
        .int32(sessionMs)
        .int32(rebalanceMs)
        .string(memberId)
        .string(null);
      body.string(type).array(options.protocols ?? PROTOCOLS, ({ name, metadata }) => {
        body.string(name).bytes(metadata);
      });
      const answer = await raw.request(11, 5, body.finish());
      answer.int32();
      return {
        code: answer.int16(),
        generation: answer.int32(),
        protocol: answer.string(),
        leader: answer.string(),
        memberId: given(answer.string()),
        members: answer.list(() => {
          const id = given(answer.string());
          answer.string();
          return { id, metadata: answer.bytes() };
        }),
      };
    },

    async sync(
      groupId: string,
      generation: number,
      memberId: string,
      assignments: Record<string, string> = {},
    ) {
      const body = encoder().string(groupId).int32(generation).string(memberId).string(null);
      body.array(Object.entries(assignments), ([id, part]) => void body.string(id).bytes(Buffer.from(part)));
      const answer = await raw.request(14, 3, body.finish());
      answer.int32();
      return { code: answer.int16(), assignment: (answer.bytes() ?? '').toString() };
    },

    async heartbeat(groupId: string, generation: number, memberId: string) {
      const body = encoder().string(groupId).int32(generation).string(memberId).string(null);
      const answer = await raw.request(12, 3, body.finish());
      answer.int32();
      return answer.int16();
    },

    async leave(groupId: string, memberIds: string[]) {
      const body = encoder().string(groupId);
      body.array(memberIds, (id) => void body.string(id).string(null));
      const answer = await raw.request(13, 3, body.finish());
      answer.int32();
      const code = answer.int16();
      const members = answer.list(() => {
        const id = answer.string();
        answer.string();
        return { id, code: answer.int16() };
      });
      return { code, members };
    },

    async commit({ groupId, generation = -1, memberId = '', topic, partition = 0, ...at }: CommitInput) {
      const body = encoder().string(groupId).int32(generation).string(memberId);
      body.array([topic], () => {
        body.string(topic).array([partition], () => {
          body
            .int32(partition)
            .int64(at.offset)
            .string(at.metadata === undefined ? '' : at.metadata);
        });
      });
      const answer = await raw.request(8, 5, body.finish());
      answer.int32();
      const topics = answer.list(() => {
        answer.string();
        return answer.list(() => ({ number: answer.int32(), code: answer.int16() }));
      });
      return given(given(topics[0])[0]).code;
    },

    async offsets(groupId: string, wanted: { topic: string; partitions: number[] }[] | null) {
      const body = encoder().string(groupId);
      body.array(wanted, ({ topic, partitions }) => {
        body.string(topic).array(partitions, (number) => void body.int32(number));
      });
      const answer = await raw.request(9, 4, body.finish());
      answer.int32();
      const readPartition = () => ({
        number: answer.int32(),
        offset: answer.int64(),
        metadata: answer.string(),
        code: answer.int16(),
      });
      const topics = answer.list(() => ({ name: answer.string(), partitions: answer.list(readPartition) }));
      return { code: answer.int16(), topics };
    },

    async describeGroup(groupId: string) {
      const answer = await raw.request(15, 2, encoder().int32(1).string(groupId).finish());
      answer.int32();
      answer.int32();
      return {
        code: answer.int16(),
        id: answer.string(),
        state: answer.string(),
        type: answer.string(),
        protocol: answer.string(),
        members: answer.list(() => ({
          id: answer.string(),
          clientId: answer.string(),
          host: answer.string(),
          metadata: given(answer.bytes()).toString(),
          assignment: given(answer.bytes()).toString(),
        })),
      };
    },

    async listGroups() {
      const answer = await raw.request(16, 2, Buffer.alloc(0));
      answer.int32();
      const code = answer.int16();
      return { code, groups: answer.list(() => ({ id: answer.string(), type: answer.string() })) };
    },

    async deleteGroup(groupId: string) {
      const answer = await raw.request(42, 1, encoder().int32(1).string(groupId).finish());
      answer.int32();
      return given(answer.list(() => ({ id: answer.string(), code: answer.int16() }))[0]).code;
    },

    async initProducerId(transactionalId: string | null = null) {
      const answer = await raw.request(22, 1, encoder().string(transactionalId).int32(60_000).finish());
      answer.int32();
      return { code: answer.int16(), id: answer.int64(), epoch: answer.int16() };
    },

    async createTopics(topics: TopicInput[], isTrial = false) {
      const body = encoder();
      body.array(topics, (topic) => {
        const { name, partitions = 1, replication = 1, configs = {}, assignments = [] } = topic;
        body.string(name).int32(partitions).int16(replication);
        body.array(assignments, (nodes) => {
          body.int32(assignments.indexOf(nodes)).array(nodes, (node) => void body.int32(node));
        });
        body.array(Object.entries(configs), ([key, value]) => void body.string(key).string(value));
      });
      const answer = await raw.request(
        19,
        3,
        body
          .int32(10_000)
          .int8(isTrial ? 1 : 0)
          .finish(),
      );
      answer.int32();
      const results = answer.list(() => ({
        name: given(answer.string()),
        code: answer.int16(),
        message: answer.string(),
      }));
      return new Map(results.map(({ name, code }) => [name, code] as const));
    },

    async deleteTopics(names: string[]) {
      const body = encoder();
      body.array(names, (name) => void body.string(name));
      const answer = await raw.request(20, 1, body.int32(10_000).finish());
      answer.int32();
      return new Map(answer.list(() => [given(answer.string()), answer.int16()] as const));
    },

    async deleteRecords(topic: string, partition: number, before: number) {
      const body = encoder();
      body.array([topic], () => {
        body.string(topic).array([partition], () => void body.int32(partition).int64(before));
      });
      const answer = await raw.request(21, 1, body.int32(10_000).finish());
      answer.int32();
      const topics = answer.list(() => {
        answer.string();
        return answer.list(() => {
          const number = answer.int32();
          return { number, lowWatermark: answer.int64(), code: answer.int16() };
        });
      });
      return given(given(topics[0])[0]);
    },

    async createPartitions(topic: string, count: number, isTrial = false) {
      const body = encoder();
      body.array([topic], () => void body.string(topic).int32(count).int32(-1));
      const answer = await raw.request(
        37,
        1,
        body
          .int32(10_000)
          .int8(isTrial ? 1 : 0)
          .finish(),
      );
      answer.int32();
      const readResult = () => ({ name: answer.string(), code: answer.int16(), message: answer.string() });
      return given(answer.list(readResult)[0]).code;
    },

    async describeConfigs(type: number, name: string, keys: string[] | null, withSynonyms = false) {
      const body = encoder();
      body.array([name], () => {
        body
          .int8(type)
          .string(name)
          .array(keys, (key) => void body.string(key));
      });
      const answer = await raw.request(32, 2, body.int8(withSynonyms ? 1 : 0).finish());
      answer.int32();
      const readEntry = () => ({
        name: given(answer.string()),
        value: answer.string(),
        isReadOnly: answer.int8() === 1,
        source: answer.int8(),
        isSensitive: answer.int8() === 1,
        synonyms: answer.list(() => [answer.string(), answer.string(), answer.int8()]),
      });
      const readResource = () => ({
        code: answer.int16(),
        message: answer.string(),
        type: answer.int8(),
        name: answer.string(),
        entries: answer.list(readEntry),
      });
      return given(answer.list(readResource)[0]);
    },

    async alterConfigs(topic: string, configs: Record<string, string>, isTrial = false) {
      const body = encoder();
      body.array([topic], () => {
        body.int8(2).string(topic);
        body.array(Object.entries(configs), ([key, value]) => void body.string(key).string(value));
      });
      const answer = await raw.request(33, 1, body.int8(isTrial ? 1 : 0).finish());
      answer.int32();
      const readResult = () => ({
        code: answer.int16(),
        message: answer.string(),
        type: answer.int8(),
        name: answer.string(),
      });
      return given(answer.list(readResult)[0]).code;
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
