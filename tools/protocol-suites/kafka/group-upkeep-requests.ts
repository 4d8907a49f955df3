import { encoder, type RawConnection } from './frames.ts';
import { given } from '../given.ts';

/** What an operator asks of groups. */
export function groupUpkeepRequests(raw: RawConnection) {
  return {
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
  };
}
