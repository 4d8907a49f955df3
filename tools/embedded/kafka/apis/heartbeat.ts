import { createWriter } from '../wire/writer.ts';
import { type Api, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';
import { rejectStaticMember } from './static-member.ts';

export const heartbeat: Api = {
  key: 12,
  name: 'Heartbeat',
  minVersion: 3,
  maxVersion: 3,
  async handle(body, { coordinator }, { session }) {
    const groupId = body.string();
    const generation = body.int32();
    const memberId = body.string();
    const instanceId = body.nullableString();
    const { code } = await outcomeOf(() => {
      session.check('read', 'group', groupId);
      rejectStaticMember(instanceId);
      coordinator.heartbeat(groupId, generation, memberId);
    }, undefined);
    return createWriter().int32(NO_THROTTLE).int16(code);
  },
};
