import { MemberIdRequired } from '../groups/joining.ts';
import type { JoinResult } from '../groups/group.ts';
import { ErrorCode } from '../wire/error-codes.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter, type Writer } from '../wire/writer.ts';
import { type Api, NO_THROTTLE } from './api.ts';
import { rejectStaticMember } from './static-member.ts';

export const joinGroup: Api = {
  key: 11,
  name: 'JoinGroup',
  minVersion: 5,
  maxVersion: 5,
  async handle(body, { coordinator }, { clientId, clientHost, session }) {
    const groupId = body.string();
    const sessionMs = body.int32();
    const rebalanceMs = body.int32();
    const memberId = body.string();
    const instanceId = body.nullableString();
    const protocolType = body.string();
    const protocols = body.array(() => ({ name: body.string(), metadata: Buffer.from(body.bytes()) }));
    const timing = { sessionMs, rebalanceMs };
    try {
      session.check('read', 'group', groupId);
      rejectStaticMember(instanceId);
      const client = { clientId, clientHost };
      const request = { groupId, memberId, ...timing, protocolType, protocols, ...client };
      return writeJoined(ErrorCode.NONE, await coordinator.join(request));
    } catch (error) {
      if (!(error instanceof KafkaError)) throw error;
      const id = error instanceof MemberIdRequired ? error.memberId : memberId;
      return writeJoined(error.kafkaCode, notJoined(id));
    }
  },
};

const notJoined = (memberId: string): JoinResult => ({
  generation: -1,
  protocolName: '',
  leader: '',
  memberId,
  members: [],
});

function writeJoined(code: number, result: JoinResult): Writer {
  const response = createWriter().int32(NO_THROTTLE).int16(code);
  response.int32(result.generation).string(result.protocolName).string(result.leader).string(result.memberId);
  return response.array(result.members, ({ id, metadata }) => {
    response.string(id).string(null).bytes(metadata);
  });
}
