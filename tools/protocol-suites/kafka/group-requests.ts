import { encoder, type RawConnection } from './frames.ts';
import { given } from '../given.ts';

type Protocol = { name: string; metadata: Buffer };
export type JoinInput = {
  groupId: string;
  memberId?: string;
  sessionMs?: number;
  rebalanceMs?: number;
  type?: string;
  protocols?: Protocol[];
};
type CommitInput = {
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

/** What the member of a group asks. */
export function groupRequests(raw: RawConnection) {
  return {
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
  };
}
