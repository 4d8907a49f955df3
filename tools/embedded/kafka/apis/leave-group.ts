import { ErrorCode } from '../wire/error-codes.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter } from '../wire/writer.ts';
import { type Api, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';
import { rejectStaticMember } from './static-member.ts';

export const leaveGroup: Api = {
  key: 13,
  name: 'LeaveGroup',
  minVersion: 3,
  maxVersion: 3,
  async handle(body, { coordinator }, { session }) {
    const groupId = body.string();
    const leaving = body.array(() => ({ memberId: body.string(), instanceId: body.nullableString() }));
    const group = await outcomeOf(() => {
      session.check('read', 'group', groupId);
      if (groupId === '') throw new KafkaError('INVALID_GROUP_ID');
    }, undefined);
    const isThere = group.code === ErrorCode.NONE;
    const left = isThere ? await Promise.all(leaving.map((member) => leaveOne(member))) : [];
    const response = createWriter().int32(NO_THROTTLE).int16(group.code);
    return response.array(left, ({ memberId, instanceId, code }) => {
      response.string(memberId).string(instanceId).int16(code);
    });

    async function leaveOne(member: { memberId: string; instanceId: string | null }) {
      const { code } = await outcomeOf(() => {
        rejectStaticMember(member.instanceId);
        coordinator.leave(groupId, member.memberId);
      }, undefined);
      return { ...member, code };
    }
  },
};
