import { encoder, type RawConnection } from './frames.ts';
import { present } from '../present.ts';

/** Requests of operators for groups. */
export function groupUpkeepRequests(raw: RawConnection) {
  return {
    async describeGroup(groupId: string) {
      const response = await raw.request(15, 2, encoder().int32(1).string(groupId).finish());
      response.int32();
      response.int32();
      return {
        code: response.int16(),
        id: response.string(),
        state: response.string(),
        type: response.string(),
        protocol: response.string(),
        members: response.list(() => ({
          id: response.string(),
          clientId: response.string(),
          host: response.string(),
          metadata: present(response.bytes()).toString(),
          assignment: present(response.bytes()).toString(),
        })),
      };
    },

    async deleteGroup(groupId: string) {
      const response = await raw.request(42, 1, encoder().int32(1).string(groupId).finish());
      response.int32();
      return present(response.list(() => ({ id: response.string(), code: response.int16() }))[0]).code;
    },
  };
}
