import { type Group, membersOf, metadataFor, NO_ASSIGNMENT } from '../groups/group.ts';
import { ErrorCode } from '../wire/error-codes.ts';
import { createWriter, type Writer } from '../wire/writer.ts';
import { type Api, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

export const describeGroups: Api = {
  key: 15,
  name: 'DescribeGroups',
  minVersion: 2,
  maxVersion: 2,
  async handle(body, { coordinator }, { session }) {
    const ids = body.array(body.string);
    const response = createWriter().int32(NO_THROTTLE);
    const check = (id: string) => {
      session.check('describe', 'group', id);
    };
    const described = await Promise.all(
      ids.map(async (id) => ({ id, ...(await outcomeOf(() => check(id), undefined)) })),
    );
    return response.array(described, ({ id, code }) => {
      const group = code === ErrorCode.NONE ? coordinator.find(id) : undefined;
      response.int16(code).string(id);
      if (group === undefined) writeDead(response, code);
      else writeGroup(response, group);
    });
  },
};

function writeDead(response: Writer, code: number): void {
  response
    .string(code === ErrorCode.NONE ? 'Dead' : '')
    .string('')
    .string('');
  response.array([], () => undefined);
}

function writeGroup(response: Writer, group: Group): void {
  const isStable = group.state === 'Stable';
  response
    .string(group.state)
    .string(group.protocolType)
    .string(isStable ? group.protocolName : '');
  response.array(membersOf(group), (member) => {
    response.string(member.id).string(member.clientId).string(`/${member.clientHost}`);
    response.bytes(isStable ? metadataFor(member, group.protocolName) : NO_ASSIGNMENT);
    response.bytes(member.assignment);
  });
}
