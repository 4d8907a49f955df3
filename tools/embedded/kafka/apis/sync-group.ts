import { NO_ASSIGNMENT } from '../groups/group.ts';
import { createWriter } from '../wire/writer.ts';
import { type Api, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';
import { rejectStaticMember } from './static-member.ts';

export const syncGroup: Api = {
  key: 14,
  name: 'SyncGroup',
  minVersion: 3,
  maxVersion: 3,
  async handle(body, { coordinator }, { session }) {
    const groupId = body.string();
    const generation = body.int32();
    const memberId = body.string();
    const instanceId = body.nullableString();
    const readPart = (): [string, Buffer] => [body.string(), Buffer.from(body.bytes())];
    const assignments = new Map(body.array(readPart));
    const sync = () => {
      session.check('read', 'group', groupId);
      rejectStaticMember(instanceId);
      return coordinator.sync({ groupId, generation, memberId, assignments });
    };
    const { code, value } = await outcomeOf(sync, NO_ASSIGNMENT);
    return createWriter().int32(NO_THROTTLE).int16(code).bytes(value);
  },
};
