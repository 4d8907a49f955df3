import type { Session } from '../access/session.ts';
import { ErrorCode } from '../wire/error-codes.ts';
import type { Reader } from '../wire/reader.ts';
import { createWriter } from '../wire/writer.ts';
import { type Api, type Broker, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

type Position = { partition: number; position: number; metadata: string };
type TopicPositions = { topic: string; positions: Position[] };
type CommitRequest = { groupId: string; generation: number; memberId: string; topics: TopicPositions[] };

export const offsetCommit: Api = {
  key: 8,
  name: 'OffsetCommit',
  minVersion: 5,
  maxVersion: 5,
  async handle(body, broker, { session }) {
    const request = readCommit(body);
    const whole = await outcomeOf(() => commitValid(broker, request, session), undefined);
    const response = createWriter().int32(NO_THROTTLE);
    return response.array(request.topics, ({ topic, positions }) => {
      response.string(topic).array(positions, (position) => {
        response.int32(position.partition).int16(faultOf(broker, topic, position, session) || whole.code);
      });
    });
  },
};

function readCommit(body: Reader): CommitRequest {
  const groupId = body.string();
  const generation = body.int32();
  const memberId = body.string();
  const readPosition = () => ({
    partition: body.int32(),
    position: body.int64(),
    metadata: body.nullableString() ?? '',
  });
  const topics = body.array(() => ({ topic: body.string(), positions: body.array(readPosition) }));
  return { groupId, generation, memberId, topics };
}

async function commitValid(broker: Broker, request: CommitRequest, session: Session): Promise<void> {
  const { groupId, generation, memberId, topics } = request;
  session.check('read', 'group', groupId);
  broker.coordinator.checkCommit(groupId, generation, memberId);
  const valid = topics.flatMap(({ topic, positions }) =>
    positions
      .filter((position) => faultOf(broker, topic, position, session) === ErrorCode.NONE)
      .map((position) => ({ topic, ...position })),
  );
  await broker.coordinator.commitOffsets(groupId, valid);
}

function faultOf({ topics }: Broker, topic: string, { partition }: Position, session: Session): number {
  if (!session.allows('read', 'topic', topic)) return ErrorCode.TOPIC_AUTHORIZATION_FAILED;
  if (topics.partition(topic, partition) === undefined) return ErrorCode.UNKNOWN_TOPIC_OR_PARTITION;
  return ErrorCode.NONE;
}
