import { encoder, type RawConnection } from './frames.ts';
import { present } from '../present.ts';

export type JoinInput = {
  groupId: string;
  memberId?: string;
  sessionMs?: number;
  rebalanceMs?: number;
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

const SESSION_MS = 10_000;

/** Requests of a group member. */
export function groupRequests(raw: RawConnection) {
  return {
    async findCoordinator(groupId: string, type = 0) {
      const response = await raw.request(10, 2, encoder().string(groupId).int8(type).finish());
      response.int32();
      const code = response.int16();
      response.string();
      return { code, id: response.int32(), host: response.string(), port: response.int32() };
    },

    async join({ groupId, memberId = '', sessionMs = SESSION_MS, rebalanceMs = SESSION_MS }: JoinInput) {
      const body = encoder()
        .string(groupId)
        .int32(sessionMs)
        .int32(rebalanceMs)
        .string(memberId)
        .string(null);
      body.string('consumer').array(['RoundRobinAssigner'], (name) => {
        body.string(name).bytes(Buffer.from('m'));
      });
      const response = await raw.request(11, 5, body.finish());
      response.int32();
      return {
        code: response.int16(),
        generation: response.int32(),
        protocol: response.string(),
        leader: response.string(),
        memberId: present(response.string()),
        members: response.list(() => {
          const id = present(response.string());
          response.string();
          return { id, metadata: response.bytes() };
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
      const response = await raw.request(14, 3, body.finish());
      response.int32();
      return { code: response.int16(), assignment: (response.bytes() ?? '').toString() };
    },

    async heartbeat(groupId: string, generation: number, memberId: string) {
      const body = encoder().string(groupId).int32(generation).string(memberId).string(null);
      const response = await raw.request(12, 3, body.finish());
      response.int32();
      return response.int16();
    },

    async leave(groupId: string, memberIds: string[]) {
      const body = encoder().string(groupId);
      body.array(memberIds, (id) => void body.string(id).string(null));
      const response = await raw.request(13, 3, body.finish());
      response.int32();
      const code = response.int16();
      const members = response.list(() => {
        const id = response.string();
        response.string();
        return { id, code: response.int16() };
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
      const response = await raw.request(8, 5, body.finish());
      response.int32();
      const topics = response.list(() => {
        response.string();
        return response.list(() => ({ number: response.int32(), code: response.int16() }));
      });
      return present(present(topics[0])[0]).code;
    },

    async offsets(groupId: string, requested: { topic: string; partitions: number[] }[] | null) {
      const body = encoder().string(groupId);
      body.array(requested, ({ topic, partitions }) => {
        body.string(topic).array(partitions, (number) => void body.int32(number));
      });
      const response = await raw.request(9, 4, body.finish());
      response.int32();
      const readPartition = () => ({
        number: response.int32(),
        offset: response.int64(),
        metadata: response.string(),
        code: response.int16(),
      });
      const topics = response.list(() => ({
        name: response.string(),
        partitions: response.list(readPartition),
      }));
      return { code: response.int16(), topics };
    },
  };
}
