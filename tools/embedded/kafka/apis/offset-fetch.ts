import { ErrorCode } from '../wire/error-codes.ts';
import { createWriter } from '../wire/writer.ts';
import type { CommittedOffset } from '../storage/group-rows.ts';
import { type Api, type Broker, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

type Requested = { topic: string; partitions: number[] };
type Positions = { topic: string; positions: CommittedOffset[] };

const NONE_COMMITTED = -1;

export const offsetFetch: Api = {
  key: 9,
  name: 'OffsetFetch',
  minVersion: 4,
  maxVersion: 4,
  async handle(body, broker, { session }) {
    const groupId = body.string();
    const requested = body.nullableArray(() => ({
      topic: body.string(),
      partitions: body.array(body.int32),
    }));
    const isShown = ({ topic }: { topic: string }) => session.allows('describe', 'topic', topic);
    const find = () => {
      session.check('describe', 'group', groupId);
      return requested === null
        ? allOf(broker, groupId).filter(isShown)
        : theseOf(broker, groupId, requested);
    };
    const { code, value } = await outcomeOf(find, []);
    const response = createWriter().int32(NO_THROTTLE);
    response.array(value, ({ topic, positions }) => {
      const rejected = !isShown({ topic });
      response.string(topic).array(positions, ({ partition, position, metadata }) => {
        response.int32(partition);
        if (rejected) response.int64(NONE_COMMITTED).string('').int16(ErrorCode.TOPIC_AUTHORIZATION_FAILED);
        else response.int64(position).string(metadata).int16(ErrorCode.NONE);
      });
    });
    return response.int16(code);
  },
};

function allOf({ coordinator }: Broker, groupId: string): Positions[] {
  const byTopic = Map.groupBy(coordinator.offsetsOf(groupId), ({ topic }) => topic);
  return [...byTopic].map(([topic, positions]) => ({ topic, positions }));
}

const theseOf = ({ coordinator }: Broker, groupId: string, requested: readonly Requested[]): Positions[] =>
  requested.map(({ topic, partitions }) => ({
    topic,
    positions: partitions.map(
      (partition) => coordinator.offset(groupId, topic, partition) ?? nothing(topic, partition),
    ),
  }));

const nothing = (topic: string, partition: number): CommittedOffset => ({
  topic,
  partition,
  position: NONE_COMMITTED,
  metadata: '',
});
