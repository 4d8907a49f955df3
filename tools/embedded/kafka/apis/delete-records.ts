import type { Session } from '../access/session.ts';
import { KafkaError } from '../wire/errors.ts';
import { createWriter } from '../wire/writer.ts';
import { type Api, type Broker, NO_THROTTLE } from './api.ts';
import { outcomeOf } from './outcome.ts';

type Requested = { number: number; before: number };

const EVERYTHING = -1;
const NOWHERE = -1;

export const deleteRecords: Api = {
  key: 21,
  name: 'DeleteRecords',
  minVersion: 1,
  maxVersion: 1,
  async handle(body, broker, { session }) {
    const readRequested = () => ({ number: body.int32(), before: body.int64() });
    const topics = body.array(() => ({ name: body.string(), requested: body.array(readRequested) }));
    const results = await Promise.all(
      topics.map(async ({ name, requested }) => ({
        name,
        partitions: await removeAll(broker, session, name, requested),
      })),
    );
    const response = createWriter().int32(NO_THROTTLE);
    return response.array(results, ({ name, partitions }) => {
      response.string(name).array(partitions, ({ number, code, value }) => {
        response.int32(number).int64(value).int16(code);
      });
    });
  },
};

const removeAll = (broker: Broker, session: Session, topic: string, requested: readonly Requested[]) =>
  Promise.all(
    requested.map(async ({ number, before }) => ({
      number,
      ...(await outcomeOf(() => {
        session.check('delete', 'topic', topic);
        return removeBefore(broker, topic, number, before);
      }, NOWHERE)),
    })),
  );

/** Returns the new low watermark. */
async function removeBefore(broker: Broker, topic: string, number: number, before: number): Promise<number> {
  const partition = broker.topics.partition(topic, number);
  if (partition === undefined) throw new KafkaError('UNKNOWN_TOPIC_OR_PARTITION');
  const offset = before === EVERYTHING ? partition.highWatermark : before;
  if (offset < 0 || offset > partition.highWatermark) throw new KafkaError('OFFSET_OUT_OF_RANGE');
  await broker.retention.moveStart(partition, offset);
  return partition.startOffset;
}
